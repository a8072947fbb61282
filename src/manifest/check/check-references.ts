import { type Address, childAddress, itemKeyIn, keyPattern, rootAddress } from "../../model/address.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { perKind } from "../../model/kind-index.ts";
import { shallLeave } from "../../planner/tree/tree-kind.ts";
import { nearMatch } from "../../text/near-match.ts";
import { type Context, type Draft, writtenIn } from "../load/context.ts";
import { humanName } from "../load/kind-slots.ts";
import { isFailed, isHidden, type ScalarTree, scalarsOf } from "../read/tree.ts";

/** Near matches are looked for this many times: each costs a look at every key of the kind. */
const maxSuggestions = 200;

/** Every reference to something that no manifest declares; `byAddress`: the first draft of each address. */
export function checkReferences(
  { index, drafts, report }: Context,
  byAddress: ReadonlyMap<Address, Draft>,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const { resource, field, value } of drafts.flatMap(referencesIn)) {
    const target = index.byName.get(field.refersTo ?? field.defaultChild ?? "");
    if (target === undefined || report.isIncomplete()) continue;
    const addressOf = (key: string): Address =>
      field.refersTo === undefined
        ? childAddress(resource.address, target.plural, itemKeyIn(key))
        : rootAddress(resource.organization, target.plural, key);
    const declared: Declared = { drafts, at: (key) => byAddress.get(addressOf(key)) };
    const withLabel = diagnostics.length < maxSuggestions;
    const mayGo = field.tree === "copy";
    const isItem = field.refersTo === undefined;
    diagnostics.push(...checkReference(target, value, declared, { withLabel, mayGo, isItem }));
  }
  return diagnostics;
}

/** Declared resources: what a reference may name, by its key. */
interface Declared {
  readonly drafts: readonly Draft[];
  readonly at: (key: string) => Draft | undefined;
}

interface Reference extends Pick<Draft, "resource"> {
  readonly field: Field;
  readonly value: ScalarTree;
}

function referencesIn(draft: Draft): readonly Reference[] {
  const { kind, resource } = draft;
  const fields = referenceFields(kind);
  if (resource.absent || fields.length === 0) return none;
  const references: Reference[] = [];
  for (const [name, field] of fields) {
    const tree = writtenIn(draft, name);
    if (tree === undefined || isFailed(tree)) continue;
    // An item whose key is no key has been reported.
    if (name === kind.sequence?.itemKey && !keyPattern.test(resource.key)) continue;
    for (const value of scalarsOf(tree)) {
      // So has an empty text, where one is not allowed.
      if (value.value !== "" || field.schema.safeParse("").success)
        references.push({ resource, field, value });
    }
  }
  return references;
}

const none: readonly Reference[] = [];

const referenceFields = perKind(({ fields }) =>
  Object.entries(fields).filter(
    ([, field]: [string, Field]) => field.refersTo !== undefined || field.defaultChild !== undefined,
  ),
);

function checkReference(
  kind: Kind,
  scalar: ScalarTree,
  declared: Declared,
  {
    withLabel,
    mayGo,
    isItem,
  }: { readonly withLabel: boolean; readonly mayGo: boolean; readonly isItem: boolean },
): readonly Diagnostic[] {
  const { value, source } = scalar;
  // What stands outside the manifests may be there; an item of a declared structure is declared.
  if (typeof value !== "string" || (!isItem && value.startsWith("id:"))) return [];
  const found = declared.at(value);
  if (found !== undefined && (mayGo || !shallLeave(found.kind, found.resource))) return [];
  const name = humanName(kind);
  if (isHidden(scalar))
    return [error("DF2001", `there is no ${name} with the key that is interpolated here`, { source })];
  if (found !== undefined) {
    const { absent, source: at } = found.resource;
    const how = absent ? "declared absent" : "transferred to another organization";
    const related = [
      { message: absent ? "absent: true is declared here" : "transferTo is declared here", source: at },
    ];
    return [error("DF2001", `the ${name} "${value}" is ${how}`, { source, related })];
  }
  const label = withLabel ? nearestOf(value, kind, declared) : undefined;
  return [
    error("DF2001", `there is no ${name} "${value}"`, { source, ...(label === undefined ? {} : { label }) }),
  ];
}

function nearestOf(key: string, { name }: Kind, { drafts, at }: Declared): string | undefined {
  const keys = new Set(drafts.filter(({ kind }) => kind.name === name).map(({ resource }) => resource.key));
  const near = nearMatch(
    key,
    [...keys].filter((one) => at(one) !== undefined),
  );
  const source = near === undefined ? undefined : at(near)?.resource.source;
  return source && `the nearest is "${near}" (${source.file}:${source.line})`;
}
