import type { Step } from "../../src/model/documents/plan-document.ts";
import { isObject } from "../../src/text/json.ts";
import type { Exchange } from "./trace.ts";

/** The steps of a plan that a request can be the call of. Values that are known only while it runs fit anything. */
export function stepsOf(exchange: Exchange, steps: readonly Step[]): readonly Step[] {
  const body: unknown = exchange.body === undefined ? undefined : JSON.parse(exchange.body);
  return steps.filter(
    (step) =>
      step.operation === exchange.operation?.name &&
      fitsPath(step, exchange.path) &&
      (step.body === undefined ? isEmpty(body) : fits(step.body, body)),
  );
}

function fitsPath({ path, params }: Step, actual: string): boolean {
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
