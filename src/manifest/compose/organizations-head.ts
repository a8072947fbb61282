import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import { groupBy } from "../../model/group-by.ts";
import {
  isSelected,
  type Labels,
  type labelValues,
  type Selector,
  selectorText,
  unknownInSelector,
} from "../../model/labels.ts";
import { compareNames } from "../../text/compare-names.ts";
import { measure } from "../read/convert-yaml.ts";
import {
  type Entry,
  entriesOf,
  entryOf,
  type MapTree,
  scalarText,
  type Tree,
  valueSource,
} from "../read/tree.ts";
import { checkValue } from "../schema/check-value.ts";
import { headSchema } from "../schema/head-schema.ts";
import { unknownAlias } from "../schema/keys.ts";
import type { Composing } from "./composing.ts";

/** Key of a document that is for several organizations, instead of `organization`. */
export const organizationsKey = "organizations";

/** The organizations of docform.yaml, by which heads choose. */
export interface KnownOrganizations {
  /** By alias. */
  readonly labels: ReadonlyMap<string, Labels>;
  /** The values that there are, by the name of the label. */
  readonly values: ReturnType<typeof labelValues>;
}

/** The start of a document, and the organizations that its head chooses, in words; undefined when it names one. */
export interface DocumentHead {
  readonly source: Source;
  readonly organizations?: string;
}

/**
 * The document once for each organization of its head, in the order of names; a document for one stays the same. The
 * copies share all that is in them.
 */
export function expandHead(
  composing: Composing,
  known: KnownOrganizations | undefined,
  document: Tree,
): readonly Tree[] {
  const head = entryOf(document, organizationsKey);
  if (document.type !== "map" || head === undefined) return [document];
  const { report, allowance } = composing;
  const one = entryOf(document, "organization");
  if (one !== undefined) {
    const hint = "write one of the two";
    report.add(
      error("DF1005", "a document has organization or organizations, not both", {
        source: head.source,
        hint,
      }),
    );
  }
  const chosen = one === undefined && known !== undefined ? chosenBy(composing, known, head) : undefined;
  const { size } = measure(document);
  if (chosen === undefined || !allowance("copies", size * chosen.length, head.source)) {
    report.lose();
    return [];
  }
  const rest = document.entries.filter((entry) => entry !== head);
  return chosen.map(({ alias, source }) => ({
    ...document,
    entries: [ownHead(head, alias, source), ...rest],
  }));
}

function ownHead({ source }: Entry, alias: string, at: Source): Entry {
  const madeOf = [{ type: "each", source: at }] as const;
  return { key: "organization", source, value: { type: "scalar", source: at, value: alias, madeOf } };
}

/** Is it one of the copies of a document for several organizations? */
export function isForMany(document: MapTree): boolean {
  const alias = entryOf(document, "organization")?.value;
  return alias?.type === "scalar" && alias.madeOf !== undefined;
}

interface Chosen {
  readonly alias: string;
  readonly source: Source;
}

/** The organizations of a head; undefined, with errors, when it is wrong or fits none. */
function chosenBy(
  { report, allowance }: Composing,
  known: KnownOrganizations,
  { source, value }: Entry,
): readonly Chosen[] | undefined {
  const wrong = checkValue(headSchema, { name: organizationsKey, source, value });
  report.add(wrong);
  if (wrong.length > 0) return undefined;
  const select = entryOf(value, "select");
  if (select === undefined) return namedIn(report, known, value);
  const selector = selectorIn(select.value);
  if (!allowance("looks", looksOf(selector, known.labels.size), source)) return undefined;
  const fitting = [...known.labels]
    .filter(([, labels]) => isSelected(selector, labels))
    .map(([alias]) => alias);
  const wrongChoice = whyNoneFits(selector, known.values, fitting.length > 0);
  if (wrongChoice === undefined)
    return fitting.sort(compareNames).map((alias) => ({ alias, source: valueSource(select) }));
  report.add(error("DF2021", wrongChoice.message, { source: select.source, ...wrongChoice.more }));
  return undefined;
}

/** How many labels a selector may look at, to choose among so many organizations. */
export function looksOf(selector: Selector, organizations: number): number {
  return selector.reduce((sum, { values }) => sum + values.length, 1) * organizations;
}

/** Words about a choice that fits no organization, or names a label or value of none; undefined for a right one. */
export function whyNoneFits(
  selector: Selector,
  values: KnownOrganizations["values"],
  isFitting: boolean,
): { readonly message: string; readonly more: Pick<Diagnostic, "label" | "hint"> } | undefined {
  const unknown = unknownInSelector(selector, values);
  if (unknown === undefined && isFitting) return undefined;
  const message = unknown?.problem ?? `no organization fits ${selectorText(selector) || "this"}`;
  const label = unknown?.near === undefined ? {} : { label: `did you mean "${unknown.near}"?` };
  const names = unknown?.known ?? [];
  const hint = names.length === 0 ? {} : { hint: `there are: ${names.slice(0, 20).join(", ")}` };
  return { message, more: { ...label, ...hint } };
}

function namedIn(
  report: Composing["report"],
  { labels: known }: KnownOrganizations,
  list: Tree,
): readonly Chosen[] | undefined {
  const items = list.type === "list" ? list.items : [];
  const chosen = items.map((item) => ({ alias: scalarText(item) ?? "", source: item.source }));
  const firsts = new Map([...chosen].reverse().map((one) => [one.alias, one]));
  const wrong = chosen.filter((one) => !known.has(one.alias) || firsts.get(one.alias) !== one);
  for (const { alias, source } of wrong)
    report.add(
      known.has(alias)
        ? error("DF1005", `organizations names "${alias}" twice`, { source })
        : unknownAlias(alias, source, new Set(known.keys())),
    );
  return wrong.length > 0 ? undefined : chosen;
}

/** A selector as a document writes it; its form has been checked. */
export function selectorIn(select: Tree): Selector {
  return entriesOf(select).map(({ key, value }) => {
    const not = entryOf(value, "not");
    const values = not?.value ?? value;
    const items = values.type === "list" ? values.items : [values];
    const texts = items.map((item) => (item.type === "scalar" ? String(item.value) : ""));
    return { label: key, values: texts, isNot: not !== undefined };
  });
}

/** The heads of the documents of each file in which one is for several organizations, in their order. */
export type Heads = ReadonlyMap<string, readonly DocumentHead[]>;

/** The heads of documents. */
export function headsIn(documents: readonly Tree[]): Heads {
  const heads = documents.map((document): DocumentHead => {
    const head = entryOf(document, organizationsKey);
    return {
      source: document.source,
      ...(head === undefined ? {} : { organizations: headText(head.value) }),
    };
  });
  const byFile = groupBy(heads, ({ source }) => source.file);
  return new Map(
    [...byFile].filter(([, all]) => all.some(({ organizations }) => organizations !== undefined)),
  );
}

function headText(value: Tree): string {
  const select = entryOf(value, "select");
  if (select !== undefined) return selectorText(selectorIn(select.value)) || "all organizations";
  return value.type === "list" ? value.items.map((item) => scalarText(item) ?? "").join(", ") : "";
}

/** The organizations that the document around a place is for, in words; undefined when it names one. */
export function organizationsAt(heads: Heads, { file, line }: Source): string | undefined {
  const inFile = heads.get(file) ?? [];
  let [from, end] = [0, inFile.length];
  // A file may have very many documents, and a mistake in each.
  while (from < end) {
    const middle = (from + end) >> 1;
    if ((inFile[middle]?.source.line ?? 0) <= line) from = middle + 1;
    else end = middle;
  }
  return inFile[from - 1]?.organizations;
}
