import { atPointer, equalJson, isObject, type Json, type JsonObject } from "../core/json.ts";
import type { Step } from "../core/plan-document.ts";

/** Reads a list by the name of its operation, whole, or throws. */
export type ReadList = (operation: string, params: JsonObject) => Promise<readonly JsonObject[]>;

/** Why a value that an earlier step should have given is not there. */
export interface MissingOutput {
  readonly message: string;
  readonly next: string;
}

/**
 * The step with values in place of `$from` (outputs of earlier steps) and `$sensitive` (hidden values).
 * An output that cannot be found is an answer, not an exception: the step then fails and the rest goes on.
 */
export async function resolveOutputs(
  step: Step,
  answers: ReadonlyMap<string, Json>,
  secrets: ReadonlyMap<string, Json>,
  readList: ReadList,
): Promise<Step | MissingOutput> {
  const resolve = async (value: Json): Promise<Json> => {
    if (value === null || typeof value !== "object") return value;
    if (Array.isArray(value)) return Promise.all(value.map((item: Json) => resolve(item)));
    const object = value as JsonObject;
    if (typeof object.$sensitive === "string")
      return secrets.get(object.$sensitive) ?? lost("a hidden value");
    if (typeof object.$from === "string") return output(object, object.$from, answers, resolve, readList);
    const entries = Object.entries(object).map(async ([key, inner]) => [key, await resolve(inner)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  try {
    const params = (await resolve(step.params)) as Step["params"];
    return { ...step, params, ...(step.body === undefined ? {} : { body: await resolve(step.body) }) };
  } catch (problem) {
    const message = problem instanceof Error ? problem.message : String(problem);
    return { message, next: "plan and apply again: what is done already is found then" };
  }
}

async function output(
  reference: JsonObject,
  from: string,
  answers: ReadonlyMap<string, Json>,
  resolve: (value: Json) => Promise<Json>,
  readList: ReadList,
): Promise<Json> {
  if (reference.value !== undefined) return reference.value;
  const pointer = String(reference.pointer);
  if (typeof reference.read !== "string") {
    return atPointer(answers.get(from), pointer) ?? lost(`${pointer} in the answer of step ${from}`);
  }
  const [params, where] = await Promise.all([
    resolve(reference.params ?? {}),
    resolve(reference.where ?? {}),
  ]);
  const items = await readList(reference.read, isObject(params) ? params : {});
  const wanted = Object.entries(isObject(where) ? where : {});
  const fitting = items.filter((item) =>
    wanted.every(([at, value]) => equalJson(atPointer(item, at), value)),
  );
  if (fitting.length !== 1)
    lost(`the one item of ${reference.read} that step ${from} made (${fitting.length} fit)`);
  return atPointer(fitting[0], pointer) ?? lost(`${pointer} in ${reference.read}`);
}

function lost(what: string): never {
  throw new Error(`cannot find ${what}`);
}
