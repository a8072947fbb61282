import type { Operation } from "../../src/contract/operation.ts";
import { kindsOfAll } from "../../src/kinds/kinds-of.ts";
import type { Step } from "../../src/model/documents/plan-document.ts";
import { isObject } from "../../src/text/json.ts";
import type { Exchange } from "./trace.ts";

/** The steps of a plan that a request can be the call of. Values that are known only while it runs fit anything. */
export function stepsOf(exchange: Exchange, steps: readonly Step[]): readonly Step[] {
  const body: unknown = exchange.body === undefined ? undefined : JSON.parse(exchange.body);
  return steps.filter((step) => {
    const { operation, path } = step.shared ?? step;
    const isCall = operation === exchange.operation?.name && fitsPath({ ...step, path }, exchange.path);
    return isCall && fitsBody(step, body);
  });
}

/** The calls that items of a kind share, by the operations that the items stand for. */
const sharedBy = new Map(
  kindsOfAll.flatMap(({ operations: { create, update = [], delete: remove, shared } }) =>
    shared === undefined
      ? []
      : [create, ...update, remove].flatMap((one) =>
          one === undefined ? [] : [[one.name, shared.operation]],
        ),
  ) as [string, Operation][],
);

/** The whole bodies that the calls of a kind are laid over, by the names of the calls. */
const laidOver = new Set(
  kindsOfAll.flatMap(({ operations: { create, update = [], wholeBody } }) =>
    wholeBody === undefined ? [] : [create, ...update].flatMap((one) => one?.name ?? []),
  ),
);

/** A step as an intent or a line says it: of a shared call, and of what goes back whole, they name the own operation alone. */
export function asPlanned(step: Step): Step {
  const operation = sharedBy.get(step.operation);
  if (operation !== undefined) {
    const { name, method, path, items } = operation;
    const shared = { call: "", operation: name, method, path, list: items?.list ?? "", item: unknownValue };
    return { ...step, shared };
  }
  if (!laidOver.has(step.operation)) return step;
  return { ...step, onto: { operation: "", without: [], pieces: [] } };
}

const unknownValue = { $from: "?", pointer: "" };

/** A step that shares its call is an item of the body; what goes back whole has more in it than the step. */
function fitsBody({ shared, onto, body: planned }: Step, body: unknown): boolean {
  if (shared !== undefined) {
    const items: unknown = isObject(body) ? body[shared.list] : [];
    return Array.isArray(items) && items.some((item) => fits(shared.item, item));
  }
  if (planned === undefined) return isEmpty(body);
  return onto === undefined ? fits(planned, body) : isWithin(planned, body);
}

/** Does an object say all that another one does, and perhaps more? */
function isWithin(planned: unknown, actual: unknown): boolean {
  if (!isObject(planned) || isUnknown(planned)) return fits(planned, actual);
  return isObject(actual) && Object.keys(planned).every((key) => isWithin(planned[key], actual[key]));
}

function fitsPath({ path, params }: Pick<Step, "path" | "params">, actual: string): boolean {
  const template = `/v1${path}`.split("/");
  const parts = actual.split("/");
  return (
    template.length === parts.length &&
    template.every((part, at) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return part === parts[at];
      const value = params[name];
      return isUnknown(value) || encodeURIComponent(String(value)) === parts[at];
    })
  );
}

function isEmpty(body: unknown): boolean {
  return body === undefined || (isObject(body) && Object.keys(body).length === 0);
}

function isUnknown(value: unknown): boolean {
  return isObject(value) && ("$from" in value || "$sensitive" in value);
}

function fits(planned: unknown, actual: unknown): boolean {
  if (isUnknown(planned)) return true;
  if (Array.isArray(planned))
    return (
      Array.isArray(actual) &&
      planned.length === actual.length &&
      planned.every((one, at) => fits(one, actual[at]))
    );
  if (!isObject(planned)) return Object.is(planned, actual);
  if (!isObject(actual)) return false;
  const keys = Object.keys(planned);
  return keys.length === Object.keys(actual).length && keys.every((key) => fits(planned[key], actual[key]));
}
