import { isObject, parseJson } from "../../text/json.ts";
import type { SpecState, SpecVersion } from "../store/state.ts";
import { toIso, toMilliseconds } from "../store/time.ts";

/** Start and end of the processing of a spec, in milliseconds after it was given (A36). */
const begins = 500;
const ends = 1500;

/** The progress of the processing of a spec at a time. It is a function of the clock; nothing runs (A30). */
type Progress =
  | { readonly state: "pending" | "progress" }
  | { readonly state: "complete"; readonly at: string; readonly error?: string };

/** The progress of a version at a time. */
export function progressOf({ submittedAt, error }: SpecVersion, now: string): Progress {
  const start = toMilliseconds(submittedAt);
  const passed = toMilliseconds(now) - start;
  if (passed < begins) return { state: "pending" };
  if (passed < ends) return { state: "progress" };
  const at = toIso(start + ends);
  return error === undefined ? { state: "complete", at } : { state: "complete", at, error };
}

/** The last version that could be read at a time. */
export function lastReadable(spec: SpecState, now: string): string | undefined {
  const progress = progressOf(spec.current, now);
  const isRead = progress.state === "complete" && progress.error === undefined;
  return isRead ? spec.current.id : spec.earlier;
}

/**
 * The reason why a text is no OpenAPI document; undefined when it is one. An address is never fetched (A30).
 */
export function textProblem(text: string): string | undefined {
  const isJson = text.trimStart().startsWith("{");
  if (isJson ? isOpenApiJson(text) : isOpenApiYaml(text)) return undefined;
  return "The text is no OpenAPI document: it has no openapi or swagger version.";
}

function isOpenApiJson(text: string): boolean {
  const parsed = parseJson(text);
  return isObject(parsed) && (isVersion(parsed.openapi) || isVersion(parsed.swagger));
}

function isVersion(value: unknown): boolean {
  return typeof value === "string" && /^\d+\.\d+/.test(value);
}

/** YAML is recognised by its version line: the platform carries no YAML parser. */
function isOpenApiYaml(text: string): boolean {
  return /^(["']?)(openapi|swagger)\1[ \t]*:[ \t]+["']?\d+\.\d+/m.test(text);
}
