import { error } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { measure } from "../read/convert-yaml.ts";
import { didYouMean } from "../read/report.ts";
import { type Entry, entriesOf, isTrue, type Tree } from "../read/tree.ts";
import { notInEdition } from "../schema/edition-index.ts";
import { defaultNames, type KindIndex, withArticle } from "../schema/kind-slots.ts";
import { type Composing, rewriteDocument } from "./composing.ts";
import type { Layered } from "./interpolate.ts";

/** By kind, what its resources take when they do not write it. */
type Defaults = ReadonlyMap<string, readonly Entry[]>;

/** Reads the entries of `defaults`: fields by the name of their kind. */
export function readDefaults(composing: Composing, written: readonly Layered[]): Defaults {
  const { byName } = composing.index;
  return new Map(
    written.map(({ entry: ofKind }) => {
      const kind = byName.get(ofKind.key);
      const entries = entriesOf(ofKind.value);
      if (kind === undefined)
        isKnown(composing, ofKind, [...byName.keys()], "a kind", (other) => other.byName.has(ofKind.key));
      const names = kind === undefined ? [] : defaultNames(kind);
      const isIn = (other: KindIndex, { key }: Entry): boolean => {
        const same = other.byName.get(ofKind.key);
        return same !== undefined && defaultNames(same).includes(key);
      };
      const what = kind === undefined ? "" : `a field of ${withArticle(kind)} that has defaults`;
      return [
        ofKind.key,
        entries.filter(
          (entry) => kind && isKnown(composing, entry, names, what, (other) => isIn(other, entry)),
        ),
      ];
    }),
  );
}

function isKnown(
  { index, report }: Composing,
  { key, source }: Entry,
  names: readonly string[],
  what: string,
  isIn: (other: KindIndex) => boolean,
): boolean {
  if (names.includes(key)) return true;
  const hint = `known here: ${names.join(", ")}`;
  report.add(
    notInEdition(index, `defaults: "${key}"`, source, isIn) ??
      error("DF1004", `defaults: "${key}" is not ${what}`, { source, ...didYouMean(key, names), hint }),
  );
  return false;
}

/** The document with every resource as if it had written the defaults that it does not write. */
export function applyDefaults({ index, allowance }: Composing, defaults: Defaults, document: Tree): Tree {
  if (defaults.size === 0) return document;
  const withDefaults = (kind: Kind, entries: readonly Entry[]): readonly Entry[] => {
    const own = defaults.get(kind.name) ?? [];
    // A resource that is to go needs nothing.
    if (own.length === 0 || entries.some(({ key, value }) => key === "absent" && isTrue(value)))
      return entries;
    const written = new Set(entries.map(({ key }) => key));
    const taken = own.filter(
      ({ key, source, value }) => !written.has(key) && allowance("values", measure(value).size, source),
    );
    return taken.length === 0 ? entries : [...entries, ...taken];
  };
  return rewriteDocument({ index, entries: withDefaults }, document);
}
