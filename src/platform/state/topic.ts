import type { z } from "zod";
import type { impact } from "../../contract/parts/conversations.ts";

/** How much something hurts (2.1). */
export type Impact = z.infer<typeof impact>;

/** Words that say nothing about what a conversation is about. */
const stopWords = new Set(
  (
    "a about after all am an and any are as at be been before but by can cant cannot could did do does doesnt " +
    "dont for from get had has have hello help hey hi how i if im in into is isnt it its me my no not of on " +
    "one or our out please question should so some thank thanks that the their there these they this those to " +
    "us use using want was we were what when where which who why will with would you your"
  ).split(" "),
);

/** Beginnings of words that tell how much something hurts. */
const painful = ["broken", "crash", "error", "fail", "leak", "lost", "outage", "secur", "urgent"];
const harmless = ["cosmetic", "idea", "spelling", "suggest", "typo", "wording"];

/** The words of a text: lower case, without accents and apostrophes. */
function wordsOf(text: string): string[] {
  const plain = text.normalize("NFKD").replaceAll(/[\p{M}'’]/gu, "");
  return plain.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The singular of an English plural, roughly: keys, queries and crashes lose their endings. */
function singular(word: string): string {
  if (word.length <= 3) return word;
  if (word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (/(ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

/**
 * What a subject is about: its words without stop words, in the singular, each once, in the order of the
 * alphabet. Two subjects with the same words have the same topic; one of stop words only has none.
 */
export function topicOf(subject: string): string {
  const words = wordsOf(subject)
    .filter((word) => !stopWords.has(word))
    .map(singular);
  return [...new Set(words)].sort().join(" ");
}

/** How much a text hurts: high with a word such as crash or error, low with one such as typo, else medium. */
export function impactOf(text: string): Impact {
  const words = wordsOf(text);
  const has = (beginnings: readonly string[]) =>
    words.some((word) => beginnings.some((beginning) => word.startsWith(beginning)));
  if (has(painful)) return "high";
  return has(harmless) ? "low" : "medium";
}

/** The highest of several impacts; low of none. */
export function highest(impacts: readonly Impact[]): Impact {
  if (impacts.includes("high")) return "high";
  return impacts.includes("medium") ? "medium" : "low";
}
