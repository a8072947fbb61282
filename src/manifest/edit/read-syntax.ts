import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair } from "yaml";
import { rangeOf } from "../read/positions.ts";
import type {
  DocumentSlot,
  EntrySlot,
  ItemSlot,
  ListSyntax,
  MapSyntax,
  ScalarSyntax,
  Slot,
  Syntax,
} from "./syntax.ts";

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
export function syntaxOf(text: string, document: Document.Parsed): DocumentSlot {
  const reading: Reading = { text, anchors: new Map() };
  const [start, end] = document.range;
  const value = document.contents === null ? undefined : readValue(reading, document.contents, false);
  const valueAt = value?.start ?? end;
  return { type: "document", start, end: value?.end ?? end, valueAt, value, inFlow: false, rigid: false };
}

function readValue(reading: Reading, node: Node, inFlow: boolean): Syntax | undefined {
  if (isAlias(node)) {
    const [start, end] = rangeOf(node);
    const target = reading.anchors.get(node.source);
    if (target !== undefined) target.repeated = true;
    return { type: "alias", start, end, target, repeated: false };
  }
  const syntax =
    isMap(node) || isSeq(node) ? readCollection(reading, node, inFlow) : readScalar(reading, node);
  const { anchor } = node as { readonly anchor?: string };
  if (syntax !== undefined && anchor !== undefined) reading.anchors.set(anchor, syntax);
  return syntax;
}

function readScalar({ text }: Reading, node: Node): ScalarSyntax | undefined {
  if (!isScalar(node)) return undefined;
  const [start, rangeEnd] = rangeOf(node);
  const { value: read, type, anchor } = node;
  const value = read === null || typeof read === "boolean" || typeof read === "number" ? read : String(read);
  const style = styles[type ?? "PLAIN"] ?? "plain";
  const end = style === "literal" || style === "folded" ? endOfBlock(text, start, rangeEnd) : rangeEnd;
  // Nothing is written: the entry or item holds null.
  if (start === end && anchor === undefined) return undefined;
  return { type: "scalar", start, end, style, value, anchor, repeated: false };
}

const styles: Readonly<Record<string, ScalarSyntax["style"]>> = {
  PLAIN: "plain",
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
  BLOCK_LITERAL: "literal",
  BLOCK_FOLDED: "folded",
};

/** The end of a block scalar without the line end after it; blank lines belong to it only where it keeps them. */
function endOfBlock(text: string, start: number, end: number): number {
  const block = text.slice(start, end);
  const [header = ""] = block.split("\n");
  const keeps = /^[|>][0-9]?\+/.test(header);
  const content = keeps ? block.replace(/\r?\n$/, "") : block.replace(/\s+$/, "");
  return start + content.length;
}

function readCollection(reading: Reading, node: Node, inFlow: boolean): MapSyntax | ListSyntax | undefined {
  if (!isMap(node) && !isSeq(node)) return undefined;
  const [start, rangeEnd] = rangeOf(node);
  const token = node.srcToken as Token | undefined;
  const flow = inFlow || token?.type === "flow-collection";
  const { anchor } = node;
  // An anchor stands for nothing inside itself; what is open is refused when the file is loaded.
  const common = { start, flow, anchor, repeated: false };
  if (isMap(node)) {
    const rigid = token === undefined || (token.type === "flow-collection" && reading.text[start] !== "{");
    const entries = node.items.map((pair) =>
      readEntry(reading, pair as Pair<Node, Node | null>, flow, rigid),
    );
    return { type: "map", ...common, entries, end: flow ? rangeEnd : lastEnd(entries, rangeEnd) };
  }
  const tokens = (token?.items ?? []).filter(
    ({ start: before, value, key }) => !flow || value || key || holdsProps(before),
  );
  const items = node.items.map((item, at) => readItem(reading, item as Node, tokens[at], flow));
  return { type: "list", ...common, items, end: flow ? rangeEnd : lastEnd(items, rangeEnd) };
}

function lastEnd(slots: readonly Slot[], otherwise: number): number {
  return slots.at(-1)?.end ?? otherwise;
}

function readEntry(
  reading: Reading,
  pair: Pair<Node, Node | null>,
  inFlow: boolean,
  inRigid: boolean,
): EntrySlot {
  const { start: before = [], sep = [] } = (pair as { srcToken?: TokenItem }).srcToken ?? {};
  const [keyStart, keyEnd] = pair.key === null ? [0, 0] : rangeOf(pair.key);
  const key = isScalar(pair.key) ? keyOf(pair.key) : "";
  const value = pair.value === null ? undefined : readValue(reading, pair.value, inFlow);
  const isExplicit = before.some(({ type }) => type === "explicit-key-ind");
  const colon = sep.find(({ type }) => type === "map-value-ind");
  const valueAt = endOfProps(sep, colon === undefined ? keyEnd : colon.offset + 1);
  const start = firstOf(before)?.offset ?? keyStart;
  const rigid = inRigid || isExplicit || colon === undefined || pair.key === null;
  const end = Math.max(value?.end ?? 0, valueAt);
  return { type: "entry", key, keyStart, start, end, valueAt, value, inFlow, rigid };
}

function keyOf({ value, source }: { readonly value: unknown; readonly source?: string }): string {
  return typeof value === "string" ? value : (source ?? String(value));
}

function readItem(reading: Reading, node: Node, token: TokenItem | undefined, inFlow: boolean): ItemSlot {
  const value = readValue(reading, node, inFlow);
  const before = token?.start ?? [];
  const dash = before.find(({ type }) => type === "seq-item-ind");
  const valueAt = endOfProps(before, dash === undefined ? rangeOf(node)[0] : dash.offset + 1);
  const start = dash?.offset ?? firstOf(before)?.offset ?? value?.start ?? valueAt;
  return {
    type: "item",
    start,
    end: Math.max(value?.end ?? 0, valueAt),
    valueAt,
    value,
    inFlow,
    rigid: token === undefined || (inFlow && value === undefined),
  };
}

/** The first token that says something: an anchor, a tag, `?`. */
function firstOf(tokens: readonly Token[]): Token | undefined {
  return tokens.find(({ type }) => !["space", "newline", "comment", "comma"].includes(type));
}

function holdsProps(tokens: readonly Token[]): boolean {
  return tokens.some(({ type }) => type === "anchor" || type === "tag");
}

function endOfProps(tokens: readonly Token[], otherwise: number): number {
  const props = tokens.filter(
    ({ type, offset }) => (type === "anchor" || type === "tag") && offset >= otherwise,
  );
  const last = props.at(-1);
  return last === undefined ? otherwise : last.offset + (last.source ?? "").length;
}
