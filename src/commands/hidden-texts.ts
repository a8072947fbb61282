import type { Desired } from "../core/desired.ts";
import type { Json } from "../core/json.ts";
import type { Io } from "../io.ts";
import { kinds } from "../kinds/kinds.ts";

/** Hidden values that are shorter are words of any message. */
const shortestHidden = 4;
/** A line of a certificate or key gives it away as the whole does; a shorter one is a heading, or its end. */
const shortestLine = 24;

/** The texts in values that must not be shown, for redaction. */
export function hiddenTexts(values: readonly Json[]): readonly string[] {
  return values.flatMap(textsIn).filter(({ length }) => length >= shortestHidden);
}

/** The texts of everything that manifests declare and that must not be shown. */
export function hiddenTextsOf(desired: Desired): readonly string[] {
  return hiddenTexts(hiddenFields(desired).map(({ value }) => value));
}

/**
 * Hides what manifests declare and must not be shown. Secrets by their kind, such as a certificate, are hidden
 * everywhere. Values of the environment may be anything, such as a title that something else has openly, so they
 * are left alone in files that docform reads again, and a plain word is left alone.
 */
export function hideValues(io: Io, desired: Desired): void {
  const fields = hiddenFields(desired);
  const of = (isSecret: boolean): readonly string[] =>
    fields.flatMap((field) => (field.isSecret === isSecret ? textsIn(field.value) : []));
  io.hide?.(of(true).flatMap(withLines), "everywhere");
  io.hide?.(
    of(false)
      .flatMap(withLines)
      .filter((text) => /\P{L}/u.test(text)),
    "shown",
  );
}

interface HiddenField {
  readonly value: Json;
  /** Is it so by its kind, and not only because it came from the environment? */
  readonly isSecret: boolean;
}

function hiddenFields({ resources }: Desired): readonly HiddenField[] {
  return resources.flatMap(({ kind: name, sensitive, values }) => {
    const fields = kinds.find((kind) => kind.name === name)?.fields ?? {};
    return sensitive.map((field) => ({
      value: values[field] ?? "",
      isSecret: fields[field]?.sensitive === true,
    }));
  });
}

/** A text, and the lines that give it away: who quotes it may quote one. */
function withLines(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [text.trim(), ...lines.filter((line) => line.length >= shortestLine && !line.startsWith("-----"))];
}

/** All texts in a value. */
function textsIn(value: Json): readonly string[] {
  if (typeof value === "string") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}
