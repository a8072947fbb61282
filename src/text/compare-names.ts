import { compareText } from "./json.ts";

/**
 * Order of two names as people expect it: `p2` before `p10`, whatever the case of letters. Names that differ in nothing
 * else are ordered by code unit, so the order is the same on every machine, whatever its locale.
 */
export function compareNames(a: string, b: string): number {
  return compareFolded(a.toLowerCase(), b.toLowerCase()) || compareText(a, b);
}

function compareFolded(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at++;
  while (isDigit(a, at - 1)) at--;
  const [one, other] = [numberAt(a, at), numberAt(b, at)];
  if (one === "" || other === "") return compareText(a.slice(at), b.slice(at));
  const order = compareNumbers(one, other);
  if (order !== 0 || one === other) return order;
  return compareFolded(a.slice(at + one.length), b.slice(at + other.length));
}

function isDigit(text: string, at: number): boolean {
  const character = text[at];
  return character !== undefined && character >= "0" && character <= "9";
}

function numberAt(text: string, start: number): string {
  let end = start;
  while (isDigit(text, end)) end++;
  return text.slice(start, end);
}

/** By value: without leading zeros, the longer number is greater. */
function compareNumbers(a: string, b: string): number {
  const [one, other] = [a.replace(/^0+/, ""), b.replace(/^0+/, "")];
  return one.length - other.length || compareText(one, other);
}
