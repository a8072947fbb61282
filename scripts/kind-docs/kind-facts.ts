import { humanName, type KindIndex, type Slot, withArticle } from "../../src/manifest/schema/kind-slots.ts";
import type { Kind } from "../../src/model/kind.ts";
import { treeField } from "../../src/planner/match/tree-kind.ts";

/** How words about kinds are marked: in Markdown as code and links, on a terminal not at all. */
export interface Markup {
  /** A word that is written as it is here. */
  readonly code: (text: string) => string;
  /** A kind with its article: `a share link`. */
  readonly kind: (kind: Kind) => string;
}

/** Words without marks. */
export const plainMarkup: Markup = {
  code: (text) => text,
  kind: (kind) => `${articleOf(kind)}${nameOf(kind)}`,
};

/** How words are written that are no words. */
const acronyms: Readonly<Record<string, string>> = { openapi: "OpenAPI", saml: "SAML" };

/** The name of a kind in a sentence: `share link`, `SAML provider`. */
export function nameOf(kind: Kind): string {
  const words = humanName(kind).split(" ");
  return words.map((word) => acronyms[word] ?? word).join(" ");
}

/** `a ` or `an `; nothing before a plural. */
export function articleOf(kind: Kind): string {
  return withArticle(kind).slice(0, -humanName(kind).length);
}

/** Where a kind stands, how it is written and found, and what it holds: names with texts. */
export function kindFacts(
  index: KindIndex,
  kind: Kind,
  markup: Markup,
): readonly (readonly [name: string, text: string])[] {
  return [
    ["parent", parentText(index, kind, markup)],
    ["written", writtenAs(index, kind, markup)],
    ["address", addresses(index, kind).map(markup.code).join(", or ")],
    ["found by", foundBy(kind, markup)],
    ...holds(index, kind, markup),
  ];
}

function parentText(index: KindIndex, kind: Kind, markup: Markup): string {
  if (kind.parent !== undefined) return kindWords(index, kind.parent, markup);
  const parentKind = kind.fields[treeField(kind, "parent") ?? ""]?.refersTo;
  return parentKind === undefined
    ? "the organization"
    : `the organization: at its root, or in ${kindWords(index, parentKind, markup)}`;
}

function writtenAs(index: KindIndex, kind: Kind, markup: Markup): string {
  const { code } = markup;
  if (kind.sequence !== undefined) {
    const item = code(`- ${kind.sequence.itemKey}: KEY`);
    const lists = kind.sequence.containers.map(
      (name) => `${code(kind.sequence?.childrenKey ?? "")} of ${kindWords(index, name, markup)}`,
    );
    return `${item}, in ${code("structure")} of ${[kindWords(index, kind.parent ?? "", markup), ...lists].join(", or in ")}`;
  }
  return kind.shape === "singleton" ? code(`${kind.plural}: { … }`) : code(`${kind.plural}: { KEY: { … } }`);
}

function addressOf(index: KindIndex, kind: Kind, root: string): string {
  const own = kind.shape === "singleton" ? kind.plural : `${kind.plural}.KEY`;
  const parent = index.byName.get(kind.parent ?? "");
  return parent === undefined ? `${root}${own}` : `${addressOf(index, parent, root)}.${own}`;
}

/** Its address in its parent; and in each of the containers that are part of it. */
function addresses(index: KindIndex, kind: Kind): readonly string[] {
  const containers = kind.sequence?.addressIn === "container" ? kind.sequence.containers : [];
  const inside = containers.flatMap((name) => {
    const container = index.byName.get(name);
    return container === undefined ? [] : [`${addressOf(index, container, "acme/")}.${kind.plural}.KEY`];
  });
  return [addressOf(index, kind, "acme/"), ...inside];
}

function foundBy(kind: Kind, { code }: Markup): string {
  if (kind.shape === "singleton")
    return kind.mayBeMissing === true ? "there is one at most" : "there is exactly one";
  const keys = kind.naturalKeys.map((names) => names.map(code).join(" and "));
  return [code("id"), "its id in the record of the last apply", code("previously"), ...keys].join("; else ");
}

/** The collections and lists that stand in it. */
function holds(index: KindIndex, kind: Kind, markup: Markup): readonly (readonly [string, string])[] {
  const slots = [...index.slots(kind)].flatMap(([name, slot]) => {
    const kinds = kindsIn(slot);
    return kinds.length === 0
      ? []
      : [`${markup.code(name)} (${kinds.map((one) => markup.kind(one).replace(/^an? /, "")).join(", ")})`];
  });
  return slots.length === 0 ? [] : [["holds", slots.join(", ")]];
}

/** A kind by its name, with its article. */
export function kindWords(index: KindIndex, name: string, markup: Markup): string {
  return markup.kind(kindNamed(index, name));
}

/** Throws for a name that no kind has: a fault in a definition, not of the reader. */
export function kindNamed(index: KindIndex, name: string): Kind {
  const kind = index.byName.get(name);
  if (kind === undefined) throw new Error(`no kind is named ${name}`);
  return kind;
}

/** The kinds that stand in a collection or list. */
export function kindsIn(slot: Slot): readonly Kind[] {
  if (slot.type === "items" || slot.type === "order") return slot.kinds;
  return slot.type === "children" ? [slot.kind] : [];
}
