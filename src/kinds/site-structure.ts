import * as z from "zod";
import { gitbookStructureOperations } from "../contract/gitbook/structure.ts";
import { localizedDescription, localizedTitle } from "../contract/gitbook/values.ts";
import { sectionCondition, sectionDescription } from "../contract/parts/site-sections.ts";
import { iconName } from "../contract/resource.ts";
import type { Field } from "../model/field.ts";
import type { SequenceTraits } from "../model/traits/sequence-traits.ts";
import { isObject, type Json, type JsonObject } from "../text/json.ts";

/** The fields of a section or an external link beside its title. A group has the icon alone. */
export const itemFields = {
  icon: { schema: iconName, doc: "Name of the icon; null removes it", clearable: true },
  description: {
    schema: sectionDescription,
    doc: "Description for visitors; null removes it",
    clearable: true,
  },
  condition: {
    schema: sectionCondition,
    doc: "Expression that decides whether visitors see it; null removes it",
    access: true,
    clearable: true,
  },
} as const satisfies Readonly<Record<string, Field>>;

/** The field of an item that visitors do not see yet. Its create always says it, since no page tells the default. */
export const draftField = {
  schema: z.boolean(),
  doc: "Is it a draft, which visitors do not see?",
  whenNew: false,
} as const satisfies Field;

/** The texts of an item in other languages than the site's own. An answer without them has none. */
export const localizedFields = {
  localizedTitle: {
    schema: localizedTitle,
    doc: "Title in other languages than the site's own, by language; {} removes them",
    read: ({ localizedTitle: texts }) => texts ?? {},
    initial: {},
  },
  localizedDescription: {
    schema: localizedDescription,
    doc: "Description in other languages than the site's own, by language; {} removes them",
    read: ({ localizedDescription: texts }) => texts ?? {},
    initial: {},
  },
} as const satisfies Readonly<Record<string, Field>>;

/** Moves an item of a site's structure next to a sibling of any type. */
export function sortedAs(type: string): NonNullable<SequenceTraits["move"]> {
  return {
    operation: gitbookStructureOperations.sortSiteStructure,
    anchor: (id) => ({ type, id }),
    item: "item",
  };
}

/** A field with a path: the service leads on from a former one, until another item takes it. */
export function leadingOn(path: Field): Field {
  return { ...path, unique: { ...path.unique, formerLeadsOn: true } };
}

/** Reads the items of one type from the whole structure of a site, with the places that they have among all items. */
export function shownAs(type: string): Pick<SequenceTraits, "shownWhole" | "placeOf"> {
  return {
    shownWhole: {
      read: gitbookStructureOperations.getSiteStructure,
      items: (answer) => itemsByType(answer).get(type) ?? [],
    },
    placeOf: ({ [placeKey]: place }) => (typeof place === "number" ? place : undefined),
  };
}

/** The place that docform adds to each item of a structure that it reads. */
const placeKey = "$place";

const known = new WeakMap<JsonObject, ReadonlyMap<string, readonly JsonObject[]>>();

function itemsByType(answer: JsonObject): ReadonlyMap<string, readonly JsonObject[]> {
  const items = known.get(answer) ?? walked(answer);
  known.set(answer, items);
  return items;
}

/** All items by their type, in the order of display: what an item holds comes right behind it. */
function walked({ structure }: JsonObject): ReadonlyMap<string, readonly JsonObject[]> {
  const byType = new Map<string, JsonObject[]>();
  let place = 0;
  const visit = (items: Json | undefined, inside: JsonObject): void => {
    for (const item of Array.isArray(items) ? items.filter(isObject) : []) {
      const type = String(item.object);
      const all = byType.get(type) ?? [];
      byType.set(type, all);
      all.push({ ...inside, ...item, [placeKey]: place++ });
      // An item may leave out what it is in, since it is shown there (G6).
      visit(item.children, { sectionGroup: item.id ?? null });
      visit(item.siteSpaces, { section: item.id ?? null });
    }
  };
  visit(structure, {});
  return byType;
}
