import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import type { Json } from "../../text/json.ts";
import { rangeOf } from "../read/positions.ts";

/** A value with its start and end in the text, without its anchor, tag and comments. */
export type Syntax = Collection | ScalarSyntax | AliasSyntax;

interface Ranged {
  readonly start: number;
  readonly end: number;
  /** Does an alias repeat it? Then a change here is a change there too. */
  isRepeated: boolean;
}

/** A map or a list. */
export interface Collection extends Ranged {
  readonly type: "map" | "list";
  /** Is it written in braces or brackets, rather than in lines? */
  readonly isFlow: boolean;
  readonly slots: readonly Slot[];
  /** The parts that it shall have, in their order; edits change it. */
  wanted: readonly (Slot | Added)[];
}

/** A single value. */
export interface ScalarSyntax extends Ranged {
  readonly type: "scalar";
  readonly style: "plain" | "single" | "double" | "literal" | "folded";
  readonly value: null | boolean | number | string;
}

interface AliasSyntax extends Ranged {
  readonly type: "alias";
  readonly target: Syntax | undefined;
}

/** The place of a value: an entry of a map, an item of a list, or a document. */
export interface Slot {
  readonly type: "entry" | "item" | "document";
  /** The key of an entry. */
  readonly key: string;
  readonly keyStart: number;
  /** The first character of all of it: the key, the dash. */
  readonly start: number;
  /** The end of its content: comments and line end come after it. */
  readonly end: number;
  /** Where a value begins, or would: after the colon, the dash, anchor and tag. */
  readonly valueAt: number;
  readonly value: Syntax | undefined;
  readonly isInFlow: boolean;
  /** Has it a form in which only its value can be edited: `? key`, `[a: 1]`? */
  readonly isRigid: boolean;
  /** The value that it shall hold in place of its own; edits set it. */
  wanted?: Json;
  /** Shall it go? */
  isRemoved?: true;
}

/** A new entry of a map, or a new item of a list. */
export interface Added {
  readonly type: "added";
  readonly key: string;
  readonly value: Json;
}

/** The value as the text holds it. */
export function valueIn(syntax: Syntax | undefined): Json {
  switch (syntax?.type) {
    case undefined:
      return null;
    case "scalar":
      return syntax.value;
    case "alias":
      return valueIn(syntax.target);
    case "list":
      return syntax.slots.map(({ value }) => valueIn(value));
    case "map":
      return Object.fromEntries(syntax.slots.map(({ key, value }) => [key, valueIn(value)]));
  }
}

/** The value that a slot shall hold after the edits. */
export function wantedValue(slot: Slot): Json {
  const { value, wanted } = slot;
  if (wanted !== undefined) return wanted;
  if (value?.type !== "map" && value?.type !== "list") return valueIn(value);
  const entries = wantedParts(value).map((one) => [
    one.key,
    one.type === "added" ? one.value : wantedValue(one),
  ]);
  return value.type === "map" ? Object.fromEntries(entries) : entries.map(([, inner]) => inner ?? null);
}

/** The parts that a collection has after the edits. */
export function wantedParts({ wanted }: Collection): readonly (Slot | Added)[] {
  return wanted.filter((one) => one.type === "added" || one.isRemoved !== true);
}

/** The slots in a collection; none for anything else. */
export function slotsOf(syntax: Syntax | undefined): readonly Slot[] {
  return syntax?.type === "map" || syntax?.type === "list" ? syntax.slots : [];
}

/** The texts between the parts of a collection in braces or brackets: before the first, between two, after the last. */
export function gapsIn(text: string, { slots, start, end }: Collection): readonly string[] {
  const ends = [start + 1, ...slots.map((slot) => slot.end)];
  const starts = [...slots.map((slot) => slot.start), end - 1];
  return ends.map((from, at) => text.slice(from, starts[at]));
}

/** A piece of the text that the parser of the package tells apart. */
interface Token {
  readonly type: string;
  readonly offset: number;
  readonly source?: string;
  readonly items?: readonly TokenItem[];
}

interface TokenItem {
  readonly start: readonly Token[];
  readonly key?: Token | null;
  readonly sep?: readonly Token[];
  readonly value?: Token;
}

interface Reading {
  readonly text: string;
  readonly anchors: Map<string, Syntax>;
}

/** The syntax of a parsed document; the document must have kept its tokens. */
export function syntaxOf(text: string, { contents, range }: Document.Parsed): Slot {
  const [start, end] = range;
  const value = contents === null ? undefined : readValue({ text, anchors: new Map() }, contents, false);
  const [valueAt, valueEnd] = [value?.start ?? end, value?.end ?? end];
  const common = { key: "", keyStart: start, isInFlow: false, isRigid: false };
  return { type: "document", start, end: valueEnd, valueAt, value, ...common };
}

function readValue(reading: Reading, node: Node, isInFlow: boolean): Syntax | undefined {
  if (isAlias(node)) {
    const [start, end] = rangeOf(node);
    const target = reading.anchors.get(node.source);
    if (target !== undefined) target.isRepeated = true;
    return { type: "alias", start, end, target, isRepeated: false };
  }
  const syntax = isScalar(node) ? readScalar(reading, node) : readCollection(reading, node, isInFlow);
  const { anchor } = node as { readonly anchor?: string };
  if (syntax !== undefined && anchor !== undefined) reading.anchors.set(anchor, syntax);
  return syntax;
}

const styles: Readonly<Record<string, ScalarSyntax["style"]>> = {
  PLAIN: "plain",
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
  BLOCK_LITERAL: "literal",
  BLOCK_FOLDED: "folded",
};

function readScalar({ text }: Reading, node: Node): ScalarSyntax | undefined {
  if (!isScalar(node)) return undefined;
  const [start, rangeEnd] = rangeOf(node);
  const { value: read, type, anchor } = node;
  const value = read === null || typeof read === "boolean" || typeof read === "number" ? read : String(read);
  const style = styles[type ?? "PLAIN"] ?? "plain";
  const end = style === "literal" || style === "folded" ? endOfBlock(text, start, rangeEnd) : rangeEnd;
  // Nothing is written: the entry or item holds null.
  if (start === end && anchor === undefined) return undefined;
  return { type: "scalar", start, end, style, value, isRepeated: false };
}

/** The end of a block scalar without the line end after it; blank lines belong to it only where it keeps them. */
function endOfBlock(text: string, start: number, end: number): number {
  const block = text.slice(start, end);
  const content = /^[|>][0-9]?\+/.test(block) ? block.replace(/\r?\n$/, "") : block.trimEnd();
  return start + content.length;
}

function readCollection(reading: Reading, node: Node, isInFlow: boolean): Collection | undefined {
  if (!isMap(node) && !isSeq(node)) return undefined;
  const [start, rangeEnd] = rangeOf(node);
  const token = node.srcToken as Token | undefined;
  const isFlow = isInFlow || token?.type === "flow-collection";
  // In `[a: 1]` an item is a map without braces of its own.
  const isRigid = token === undefined || (token.type === "flow-collection" && reading.text[start] !== "{");
  const tokens = (token?.items ?? []).filter(
    ({ start: before, value, key }) => !isFlow || value || key || propsIn(before).length > 0,
  );
  const slots = isMap(node)
    ? node.items.map((pair) => readEntry(reading, pair as Pair<Node, Node | null>, isFlow, isRigid))
    : node.items.map((item, at) => readItem(reading, item as Node, tokens[at], isFlow));
  const end = isFlow ? rangeEnd : (slots.at(-1)?.end ?? rangeEnd);
  return { type: isMap(node) ? "map" : "list", start, end, isFlow, slots, wanted: slots, isRepeated: false };
}

function readEntry(
  reading: Reading,
  pair: Pair<Node, Node | null>,
  isInFlow: boolean,
  isInRigid: boolean,
): Slot {
  const { start: before = [], sep = [] } = (pair as { srcToken?: TokenItem }).srcToken ?? {};
  const [keyStart, keyEnd] = pair.key === null ? [0, 0] : rangeOf(pair.key);
  const key = isScalar(pair.key) ? keyText(pair.key) : "";
  const value = pair.value === null ? undefined : readValue(reading, pair.value, isInFlow);
  const isExplicit = before.some(({ type }) => type === "explicit-key-ind");
  const colon = sep.find(({ type }) => type === "map-value-ind");
  const valueAt = endOfProps(sep, colon === undefined ? keyEnd : colon.offset + 1);
  const start = firstOf(before)?.offset ?? keyStart;
  const isRigid = isInRigid || isExplicit || colon === undefined || pair.key === null;
  const end = Math.max(value?.end ?? 0, valueAt);
  return { type: "entry", key, keyStart, start, end, valueAt, value, isInFlow, isRigid };
}

function keyText({ value, source }: { readonly value: unknown; readonly source?: string }): string {
  return typeof value === "string" ? value : (source ?? String(value));
}

function readItem(reading: Reading, node: Node, token: TokenItem | undefined, isInFlow: boolean): Slot {
  const value = readValue(reading, node, isInFlow);
  const before = token?.start ?? [];
  const dash = before.find(({ type }) => type === "seq-item-ind");
  const valueAt = endOfProps(before, dash === undefined ? rangeOf(node)[0] : dash.offset + 1);
  const start = dash?.offset ?? firstOf(before)?.offset ?? value?.start ?? valueAt;
  const end = Math.max(value?.end ?? 0, valueAt);
  const isRigid = token === undefined || (isInFlow && value === undefined);
  return { type: "item", key: "", keyStart: start, start, end, valueAt, value, isInFlow, isRigid };
}

/** The first token that says something: an anchor, a tag, `?`. */
function firstOf(tokens: readonly Token[]): Token | undefined {
  return tokens.find(({ type }) => !["space", "newline", "comment", "comma"].includes(type));
}

function propsIn(tokens: readonly Token[]): readonly Token[] {
  return tokens.filter(({ type }) => type === "anchor" || type === "tag");
}

function endOfProps(tokens: readonly Token[], otherwise: number): number {
  const last = propsIn(tokens).findLast(({ offset }) => offset >= otherwise);
  return last === undefined ? otherwise : last.offset + (last.source ?? "").length;
}
