import type { Step } from "../../../src/model/documents/plan-document.ts";
import { isObject, type Json } from "../../../src/text/json.ts";

/** The call of a step on one line, with outputs of earlier steps as `{s1/id}`. */
export function callLine(step: Step): string {
  const json = JSON.stringify(step.body, (_, value) => readable(value));
  const body = json === undefined ? "" : ` ${json.replaceAll(/[^\x20-\x7e]/g, escaped)}`;
  return `${step.method} ${pathOf(step, readable)}${body}`;
}

/** The form of a step's request in the log of a platform, for any ids that earlier steps gave. */
export function requestPattern(step: Step): RegExp {
  const path = pathOf(step, (value) => (isObject(value) ? "*" : encodeURIComponent(String(value))));
  return new RegExp(`^${step.method} /v1${path.replaceAll(/[.]/g, "\\.").replaceAll("*", "[^/]+")}$`);
}

/** The path with its parameters filled in. */
function pathOf({ path, params }: Step, show: (value: Json) => Json): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => String(show(params[name] ?? null)));
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Stands for what the plan does not hold: an output, perhaps read back from a list, or a hidden value. */
function readable(value: Json): Json {
  if (!isObject(value)) return value;
  if (value.$sensitive !== undefined) return "(sensitive)";
  if (value.$from === undefined) return value;
  if (value.read === undefined) return `{${value.$from}${value.pointer}}`;
  return `{${value.$from} ${value.read} ${JSON.stringify(value.where)}}`;
}
