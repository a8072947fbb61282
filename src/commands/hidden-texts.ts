import type { Desired } from "../core/desired.ts";
import type { Json } from "../core/json.ts";

/** Hidden values that are shorter are words of any message. */
const shortestHidden = 4;

/** The texts in values that must not be shown, for redaction. */
export function hiddenTexts(values: readonly Json[]): readonly string[] {
  return values.flatMap(textsIn).filter(({ length }) => length >= shortestHidden);
}

/** The texts of everything that manifests declare and that must not be shown. */
export function hiddenTextsOf({ resources }: Desired): readonly string[] {
  return hiddenTexts(
    resources.flatMap(({ sensitive, values }) => sensitive.map((name) => values[name] ?? "")),
  );
}

/** All texts in a value. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}
