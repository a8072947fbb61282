import { type Address, childAddress, keyPattern, rootAddress } from "../../model/address.ts";
import { error } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { checkValue } from "../check/check-value.ts";
import { type Entry, entryOf, isNull, placeOf } from "../read/tree.ts";
import type { Context, Owner, Pending, Place } from "./context.ts";
import { humanName, withArticle } from "./kind-slots.ts";

/** The resources written under the plural of a kind: by key, or the one of a singleton. */
export function readChildren(context: Context, owner: Owner, kind: Kind, entry: Entry): readonly Pending[] {
  if (kind.shape === "singleton") return readBody(context, singletonPlace(owner, kind, entry), entry);
  if (entry.value.type !== "map") {
    context.report.lose([kind]);
    const hint = `write ${entry.key}: {} to say that there is none`;
    context.report.add(
      error("DF1005", `${entry.key} must be a map from key to ${humanName(kind)}`, {
        source: placeOf(entry),
        ...(isNull(entry.value) ? { hint } : {}),
      }),
    );
    return [];
  }
  return entry.value.entries.flatMap((child) => readChild(context, owner, kind, child));
}

function readChild(context: Context, owner: Owner, kind: Kind, entry: Entry): readonly Pending[] {
  // What has a wrong key is read all the same: its other mistakes are shown too, and references find it.
  checkKey(context, kind, entry);
  const address =
    owner.address === undefined
      ? rootAddress(owner.organization, kind.plural, entry.key)
      : childAddress(owner.address, kind.plural, entry.key);
  return readBody(context, placeIn(owner, kind, entry.key, address, entry), entry);
}

function singletonPlace(owner: Owner, kind: Kind, entry: Entry): Place {
  const address =
    owner.address === undefined ? `${owner.organization}/${kind.plural}` : `${owner.address}.${kind.plural}`;
  return placeIn(owner, kind, kind.plural, address, entry);
}

function placeIn(owner: Owner, kind: Kind, key: string, address: Address, { source }: Entry): Place {
  const { organization, address: parent } = owner;
  return { organization, kind, key, source, address, parent, container: undefined, index: undefined };
}

function readBody({ report }: Context, place: Place, { source, value }: Entry): readonly Pending[] {
  if (value.type === "map") return [{ place, entries: value.entries }];
  const what = place.kind.shape === "singleton" ? place.key : `${humanName(place.kind)} "${place.key}"`;
  const [only, ...others] = Object.keys(place.kind.fields);
  const hint =
    only !== undefined && others.length === 0
      ? `write { ${only}: … }`
      : `write {} for ${withArticle(place.kind)} without fields, or { absent: true } to delete it`;
  report.add(error("DF1005", `${what} must be a map of its fields`, { source, hint }));
  // It is declared all the same, so that nothing is said about references to it.
  return [{ place, entries: [], unreadable: true }];
}

function checkKey({ report }: Context, kind: Kind, { key, source, value }: Entry): void {
  const field = kind.keyField === undefined ? undefined : kind.fields[kind.keyField];
  const isWritten = kind.keyField !== undefined && entryOf(value, kind.keyField) !== undefined;
  if ((field === undefined || isWritten) && keyPattern.test(key)) return;
  if (field === undefined) report.add(error("DF1005", `"${key}" cannot be a key`, { source, hint: keyHint }));
  else if (!field.schema.safeParse(key).success) {
    const name = `the key "${key}" of ${withArticle(kind)}`;
    report.add(checkValue(field.schema, { name, source, value: { type: "scalar", source, value: key } }));
  }
}

/** What a key may look like, for hints. */
export const keyHint = 'a key is letters, digits, "-" and "_", and starts with a letter or a digit';
