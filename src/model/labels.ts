import { nearMatch } from "../text/near-match.ts";
import type { Source } from "./diagnostic.ts";

/** One label of an organization, and the place that gives it. */
export interface Label {
  readonly value: string;
  readonly source: Source;
}

/** The labels of an organization, by name. */
export type Labels = ReadonlyMap<string, Label>;

/** One part of a selector: the label has one of these values; with `isNot`, it has none of them, or is not there. */
interface Requirement {
  readonly label: string;
  readonly values: readonly string[];
  readonly isNot: boolean;
}

/** A choice of organizations by labels, all of whose parts must hold; one without parts chooses all. */
export type Selector = readonly Requirement[];

/** Reads `tier=gold,silver` or `tier!=gold`; undefined when it is neither. */
export function readRequirement(text: string): Requirement | undefined {
  const [, label = "", not = "", list = ""] = /^([^=!]+)(!?)=(.*)$/s.exec(text) ?? [];
  const values = list.split(",").map((value) => value.trim());
  if (label.trim() === "" || values.includes("")) return undefined;
  return { label: label.trim(), values, isNot: not !== "" };
}

/** Does a selector choose an organization with these labels? */
export function isSelected(selector: Selector, labels: Labels): boolean {
  return selector.every(({ label, values, isNot }) => {
    const value = labels.get(label)?.value;
    return (value !== undefined && values.includes(value)) !== isNot;
  });
}

/** A selector as the command line writes it: `tier=gold,silver region!=eu`. */
export function selectorText(selector: Selector): string {
  const parts = selector.map(
    ({ label, values, isNot }) => `${label}${isNot ? "!=" : "="}${values.join(",")}`,
  );
  return parts.join(" ");
}

/** The values that the labels of some organizations have, by the name of the label. */
export function labelValues(all: Iterable<Labels>): ReadonlyMap<string, ReadonlySet<string>> {
  const values = new Map<string, Set<string>>();
  for (const labels of all)
    for (const [name, { value }] of labels) values.set(name, (values.get(name) ?? new Set()).add(value));
  return values;
}

/** Words about a selector that names what no organization has, and what is near; undefined when each name is known. */
export function unknownInSelector(
  selector: Selector,
  known: ReturnType<typeof labelValues>,
): { readonly problem: string; readonly near?: string; readonly known: readonly string[] } | undefined {
  for (const { label, values } of selector) {
    const there = known.get(label);
    if (there === undefined) return unknown(`no organization has a label "${label}"`, label, known);
    const missing = values.find((value) => !there.has(value));
    if (missing !== undefined)
      return unknown(`no organization has the label ${label} "${missing}"`, missing, there);
  }
  return undefined;
}

function unknown(problem: string, name: string, names: Pick<ReadonlySet<string>, "keys">) {
  const near = nearMatch(name, names.keys());
  return { problem, known: [...names.keys()], ...(near === undefined ? {} : { near }) };
}
