import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
} from "yaml";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import { type Positions, sourceAt } from "./positions.ts";
import { type Entry, isNull, type ScalarTree, type Tree } from "./tree.ts";
import { limits } from "./yaml-limits.ts";

/** The documents of a YAML file. `complete` is false when a part of it could not be read. */
export interface ParsedYaml {
  readonly documents: readonly Tree[];
  readonly diagnostics: readonly Diagnostic[];
  readonly complete: boolean;
}

/** One document as a tree; none when it is empty or could not be read. */
export function convertDocument(positions: Positions, document: Document.Parsed): ParsedYaml {
  const diagnostics: Diagnostic[] = [];
  const state: State = { positions, anchors: new Map(), diagnostics, aliases: 0, repeated: 0, broken: false };
  const tree = document.contents && convert(state, document.contents, 1);
  const documents = tree === null || state.broken || isNull(tree) ? [] : [tree];
  return { documents, diagnostics, complete: !state.broken };
}

interface State {
  readonly positions: Positions;
  readonly anchors: Map<string, Anchor | "open">;
  readonly diagnostics: Diagnostic[];
  aliases: number;
  repeated: number;
  /** Something is missing in the tree: what it says would mislead. */
  broken: boolean;
}

interface Anchor {
  readonly tree: Tree;
  /** Aliases inside it, how many levels it has, and how many values. */
  readonly aliases: number;
  readonly height: number;
  readonly size: number;
}

function convert(state: State, node: Node, depth: number): Tree {
  const source = placeOfNode(state, node);
  if (isAlias(node)) return convertAlias(state, node, depth, source);
  if (depth > limits.depth) return fail(state, "DF1003", `nested deeper than ${limits.depth} levels`, source);
  const before = state.aliases;
  const { anchor } = node;
  if (anchor !== undefined) state.anchors.set(anchor, "open");
  const tree = convertValue(state, node, depth, source);
  if (anchor !== undefined)
    state.anchors.set(anchor, { tree, aliases: state.aliases - before, ...measure(tree) });
  return tree;
}

function convertValue(state: State, node: Node, depth: number, source: Source): Tree {
  if (isScalar(node)) return convertScalar(state, node, source);
  if (isMap(node)) return { type: "map", source, entries: convertEntries(state, node, depth) };
  if (isSeq<Node>(node))
    return { type: "list", source, items: node.items.map((item) => convert(state, item, depth + 1)) };
  return emptyAt(source);
}

function convertScalar(state: State, { value }: Scalar, source: Source): ScalarTree {
  if (typeof value === "number" && !Number.isFinite(value))
    return unfit(
      state,
      error("DF1005", "this number is not finite, which JSON cannot say", { source }),
      source,
    );
  if (value === null || typeof value === "boolean" || typeof value === "number")
    return { type: "scalar", source, value };
  const text = String(value);
  // YAML does not have this character, and a program that is written in C ends a text there.
  if (text.includes("\0"))
    return unfit(state, error("DF1003", "a text cannot hold the NUL character", { source }), source);
  return { type: "scalar", source, value: text };
}

function convertAlias(state: State, alias: Alias, depth: number, source: Source): Tree {
  const anchor = state.anchors.get(alias.source);
  if (anchor === undefined)
    return fail(state, "DF1001", `not valid YAML: no anchor &${alias.source} before this alias`, source);
  if (anchor === "open")
    return fail(state, "DF1003", "this alias is inside the value that it repeats", source);
  state.aliases += 1 + anchor.aliases;
  state.repeated += anchor.size;
  if (state.aliases > limits.aliases)
    return fail(state, "DF1003", `more than ${limits.aliases} aliases`, source);
  if (state.repeated > limits.repeated)
    return fail(state, "DF1003", `aliases repeat more than ${limits.repeated} values`, source);
  if (depth - 1 + anchor.height > limits.depth)
    return fail(state, "DF1003", `nested deeper than ${limits.depth} levels`, source);
  return anchor.tree.type === "scalar" ? { ...anchor.tree, source } : anchor.tree;
}

/** The entries of a map, each key once: linear, whatever the size of the map. */
function convertEntries(state: State, map: YAMLMap, depth: number): readonly Entry[] {
  const entries = new Map<string, Entry>();
  for (const pair of map.items as readonly { key: ParsedNode | null; value: ParsedNode | null }[]) {
    const source = placeOfNode(state, pair.key ?? pair.value ?? map);
    const key = keyText(state, pair.key);
    if (key === undefined) {
      fail(state, "DF1001", "not valid YAML here: a key must be text, not a map or a list", source);
      continue;
    }
    if (isMergeKey(pair.key)) {
      state.diagnostics.push(mergeKey(source));
      state.broken = true;
      continue;
    }
    const value = pair.value === null ? emptyAt(source) : convert(state, pair.value, depth + 1);
    const first = entries.get(key);
    const problem =
      problemOfKey(key, source) ??
      (first === undefined ? undefined : duplicateKey(key, source, first.source));
    if (problem === undefined) entries.set(key, { key, source, value });
    else state.diagnostics.push(problem);
  }
  return [...entries.values()];
}

function isMergeKey(key: ParsedNode | null): boolean {
  return isScalar(key) && key.type === "PLAIN" && key.value === "<<";
}

/** YAML 1.2 has no merge keys, and a map that allowed them anywhere would have no place for a value of its own. */
function mergeKey(source: Source): Diagnostic {
  const hint = "write the values out; in manifests, defaults or each say once what repeats";
  return error("DF1004", "docform does not support merge keys (<<)", { source, hint });
}

/** The problem of a key that is not allowed in any map. */
export function problemOfKey(key: string, source: Source): Diagnostic | undefined {
  const isLong = key.length > limits.key;
  if (key !== "__proto__" && !isLong && !key.includes("\0")) return undefined;
  const shown = isLong ? `of more than ${limits.key} characters` : JSON.stringify(key);
  return error("DF1003", `the key ${shown} is not allowed`, { source, hint: "give it another key" });
}

/** Says that a key stands twice in one map. */
export function duplicateKey(key: string, source: Source, first: Source): Diagnostic {
  return error("DF1002", `duplicate key "${key}"`, {
    source,
    related: [{ message: "first written here", source: first }],
  });
}

/** A key as text: `2024` and `1.10` as they are written. */
function keyText(state: State, key: ParsedNode | null): string | undefined {
  if (key === null) return "";
  if (isAlias(key)) {
    const anchor = state.anchors.get(key.source);
    const tree = anchor === undefined || anchor === "open" ? undefined : anchor.tree;
    return tree?.type === "scalar" ? String(tree.value) : undefined;
  }
  if (!isScalar(key)) return undefined;
  const text = typeof key.value === "string" ? key.value : (key.source ?? String(key.value));
  if (key.anchor !== undefined) {
    const tree: ScalarTree = { type: "scalar", source: placeOfNode(state, key), value: text };
    state.anchors.set(key.anchor, { tree, aliases: 0, height: 1, size: 1 });
  }
  return text;
}

/** A value that cannot be, in a tree that says all else: its other mistakes are shown too. */
function unfit({ diagnostics }: State, problem: Diagnostic, source: Source): ScalarTree {
  diagnostics.push(problem);
  return { type: "scalar", source, value: "", origin: "failed" };
}

function fail(state: State, code: "DF1001" | "DF1003", message: string, source: Source): ScalarTree {
  // One is enough: a bomb of aliases would give thousands.
  if (!state.broken) state.diagnostics.push(error(code, message, { source }));
  state.broken = true;
  return emptyAt(source);
}

function emptyAt(source: Source): ScalarTree {
  return { type: "scalar", source, value: null };
}

/** Levels of a tree, and values in it; what an alias repeats counts again. */
export function measure(tree: Tree): { readonly height: number; readonly size: number } {
  if (tree.type === "scalar") return { height: 1, size: 1 };
  const parts = tree.type === "list" ? tree.items : tree.entries.map(({ value }) => value);
  return parts
    .map(measure)
    .reduce(
      (sum, { height, size }) => ({ height: Math.max(sum.height, height + 1), size: sum.size + size }),
      { height: 1, size: 1 },
    );
}

function placeOfNode({ positions }: State, node: Node): Source {
  const { range } = node;
  return sourceAt(positions, range?.[0] ?? 0, range?.[1] ?? 0);
}
