import type { Step } from "../model/documents/plan-document.ts";
import { atPointer, equalJson, isObject, type Json, type JsonObject } from "../text/json.ts";
import { messageOf } from "../text/message-of.ts";

/** Reads a list by the name of its operation, whole, or throws. */
export type ReadList = (operation: string, params: JsonObject) => Promise<readonly JsonObject[]>;

/** The reason why an output of an earlier step is missing. */
interface MissingOutput {
  readonly message: string;
  readonly next: string;
}

/**
 * The step with outputs of earlier steps in place of `$from`; sensitive values stay masked. A missing output
 * is a result and no exception: the step fails and the others go on.
 */
export async function resolveOutputs(
  step: Step,
  answers: ReadonlyMap<string, Json>,
  secrets: ReadonlyMap<string, Json>,
  readList: ReadList,
): Promise<Step | MissingOutput> {
  // Values to find are compared with the answers of the platform, so they are not masked.
  const readShown = async (
    operation: string,
    params: JsonObject,
    where: JsonObject,
  ): Promise<readonly JsonObject[]> => {
    const clear = revealed({ params, where }, secrets);
    const items = await readList(operation, clear.params);
    return items.filter((item) =>
      Object.entries(clear.where).every(([at, value]) => equalJson(atPointer(item, at), value)),
    );
  };
  const resolve = async (value: Json): Promise<Json> => {
    // Most of a step names no other: waiting for each of its values would cost more than the rest of the run.
    if (!namesOutput(value)) return value;
    if (Array.isArray(value)) return Promise.all(value.map((item: Json) => resolve(item)));
    const object = value as JsonObject;
    if (typeof object.$from === "string")
      return output(object, answers.get(object.$from), resolve, readShown);
    const entries = Object.entries(object).map(async ([key, inner]) => [key, await resolve(inner)] as const);
    return Object.fromEntries(await Promise.all(entries));
  };
  try {
    return { ...step, ...((await resolve(sentOf(step))) as Partial<Step>) };
  } catch (problem) {
    return missing(problem);
  }
}

/** The parts of a step that are sent. */
function sentOf({ params, body, shared }: Step): JsonObject {
  return { params, ...(body !== undefined && { body }), ...(shared !== undefined && { shared }) };
}

function namesOutput(value: Json): boolean {
  if (value === null || typeof value !== "object") return false;
  if (Array.isArray(value)) return value.some(namesOutput);
  return typeof (value as JsonObject).$from === "string" || Object.values(value).some(namesOutput);
}

/** The step with values in place of `$sensitive`, as it is sent. It must never be shown or written. */
export function revealHidden(step: Step, secrets: ReadonlyMap<string, Json>): Step | MissingOutput {
  try {
    return { ...step, ...revealed(sentOf(step), secrets) };
  } catch (problem) {
    return missing(problem);
  }
}

function revealed<T>(value: T, secrets: ReadonlyMap<string, Json>): T {
  const reveal = (inner: unknown): unknown => {
    if (Array.isArray(inner)) return inner.map(reveal);
    if (inner === null || typeof inner !== "object") return inner;
    if ("$sensitive" in inner && typeof inner.$sensitive === "string")
      return secrets.get(inner.$sensitive) ?? lost("a hidden value");
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, reveal(one)]));
  };
  return reveal(value) as T;
}

function missing(problem: unknown): MissingOutput {
  return { message: messageOf(problem), next: "run again: what is done already is found then" };
}

async function output(
  reference: JsonObject,
  answer: Json | undefined,
  resolve: (value: Json) => Promise<Json>,
  read: (operation: string, params: JsonObject, where: JsonObject) => Promise<readonly JsonObject[]>,
): Promise<Json> {
  if (reference.value !== undefined) return reference.value;
  const pointer = String(reference.pointer);
  const from = String(reference.$from);
  if (typeof reference.read !== "string")
    return atPointer(answer, pointer) ?? lost(`${pointer} in the answer of step ${from}`);
  const [params, where] = await Promise.all([
    resolve(reference.params ?? {}),
    resolve(reference.where ?? {}),
  ]);
  const fitting = await read(reference.read, isObject(params) ? params : {}, isObject(where) ? where : {});
  if (fitting.length === 0 || (fitting.length > 1 && reference.first !== true))
    lost(`the one item of ${reference.read} that step ${from} made (${fitting.length} fit)`);
  return atPointer(fitting[0], pointer) ?? lost(`${pointer} in ${reference.read}`);
}

function lost(what: string): never {
  throw new Error(`cannot find ${what}`);
}
