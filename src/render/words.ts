import { mostNames } from "./safe-text.ts";

const special: Readonly<Record<string, readonly [string, string]>> = {
  "saml-provider": ["SAML provider", "SAML providers"],
  "openapi-spec": ["OpenAPI spec", "OpenAPI specs"],
};

/** `1 call`, `2 calls`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** ` (14 people)` after the name of a team, where it is known how many people are in it. */
export function peopleBehindText(people: number | undefined): string {
  return people === undefined ? "" : ` (${counted(people, "person", "people")})`;
}

/** A text about one thing as one about many: `they are declared absent`. */
export function aboutMany(text: string): string {
  return text.replace(/^it is /, "they are ").replace(/^it opens /, "they open ");
}

/** `1 share link`, `3 share links`: a kind with its count, in words. */
export function countedKind(count: number, kind: string): string {
  const [one, many] = kindWords(kind);
  return counted(count, one, many);
}

/** `1st`, `2nd`, `13th`. */
export function ordinal(number: number): string {
  const teen = number % 100 >= 11 && number % 100 <= 13;
  return `${number}${teen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(items: readonly string[]): string {
  if (items.length < 2) return items.join("");
  return `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

/** Some names in a sentence; of many, the first ones and a count. */
export function firstNames(names: readonly string[], most = mostNames): string {
  return firstNameParts(names, most).join(" ");
}

/** The parts of such a sentence that stay whole where it is broken: each name, with what joins it to the others. */
export function firstNameParts(names: readonly string[], most = mostNames): readonly string[] {
  const more = names.length - most;
  const shown = more > 0 ? [...names.slice(0, most), `${more} more`] : names;
  const last = shown.length - 1;
  return shown.map((name, at) => (at < last - 1 ? `${name},` : at === last && at > 0 ? `and ${name}` : name));
}

/** A kind in words: one of it, many of it. */
export function kindWords(kind: string): readonly [string, string] {
  const known = Object.hasOwn(special, kind) ? special[kind] : undefined;
  if (known) return known;
  const words = kind
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/[-_]/g, " ")
    .toLowerCase();
  const many = /[^aeiou]y$/.test(words) ? `${words.slice(0, -1)}ies` : `${words}s`;
  return [words, many];
}

/** `240 ms`, `1.2 s`, `3 min 20 s`. */
export function durationText(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** How long ago something was: `just now`, `5 min ago`, `3 h ago`, `41 d ago`. */
export function ageText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} d ago`;
}
