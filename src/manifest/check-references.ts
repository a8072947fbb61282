import { keyPattern } from "../core/address.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import type { Field, Kind } from "../core/kind.ts";
import { nearMatch } from "../core/near-match.ts";
import { shallLeave } from "../core/tree-kind.ts";
import type { Context, Draft } from "./context.ts";
import { addressOwner } from "./context.ts";
import { humanName } from "./kind-index.ts";
import { isFailed, isInterpolated, type ScalarTree, scalarsOf } from "./tree.ts";

/** Near matches are looked for this many times: each costs a look at every key of the kind. */
const maxSuggestions = 200;

/** Every reference to something that no manifest declares. */
export function checkReferences({ index, drafts, report }: Context): readonly Diagnostic[] {
  const inOrganization = byKey(drafts, ({ kind, resource }) => `${resource.organization}/${kind.name}`);
  const inOwner = byKey(drafts, (draft) => `${addressOwner(draft)} ${draft.kind.name}`);
  const diagnostics: Diagnostic[] = [];
  for (const { resource, field, value } of drafts.flatMap(referencesIn)) {
    const target = index.byName.get(field.refersTo ?? field.defaultChild ?? "");
    if (target === undefined || report.isLost(target.name)) continue;
    const candidates =
      field.refersTo === undefined
        ? inOwner.get(`${resource.address} ${target.name}`)
        : inOrganization.get(`${resource.organization}/${target.name}`);
    const withLabel = diagnostics.length < maxSuggestions;
    const mayGo = field.tree === "copy";
    diagnostics.push(...checkReference(target, value, candidates ?? new Map(), { withLabel, mayGo }));
  }
  return diagnostics;
}

type Candidates = ReadonlyMap<string, Draft>;

/** Declared resources by scope, then by key. */
function byKey(drafts: readonly Draft[], scopeOf: (draft: Draft) => string): ReadonlyMap<string, Candidates> {
  const scopes = new Map<string, Map<string, Draft>>();
  for (const draft of drafts) {
    const name = scopeOf(draft);
    const scope = scopes.get(name) ?? new Map<string, Draft>();
    if (!scope.has(draft.resource.key)) scope.set(draft.resource.key, draft);
    scopes.set(name, scope);
  }
  return scopes;
}

interface Reference extends Pick<Draft, "resource"> {
  readonly field: Field;
  readonly value: ScalarTree;
}

function referencesIn({ kind, resource, written }: Draft): readonly Reference[] {
  if (resource.absent) return [];
  return [...written].flatMap(([name, tree]) => {
    const field = kind.fields[name];
    const isReference = field?.refersTo !== undefined || field?.defaultChild !== undefined;
    // An item whose key is no key has been reported.
    const isReported = name === kind.sequence?.itemKey && !keyPattern.test(resource.key);
    if (field === undefined || !isReference || isReported || isFailed(tree)) return [];
    // So has an empty text, where one is not allowed.
    const values = scalarsOf(tree).filter(({ value }) => value !== "" || field.schema.safeParse("").success);
    return values.map((value) => ({ resource, field, value }));
  });
}

function checkReference(
  kind: Kind,
  scalar: ScalarTree,
  candidates: Candidates,
  { withLabel, mayGo }: { readonly withLabel: boolean; readonly mayGo: boolean },
): readonly Diagnostic[] {
  const { value, source } = scalar;
  if (typeof value !== "string" || value.startsWith("id:")) return [];
  const found = candidates.get(value);
  if (found !== undefined && (mayGo || !shallLeave(found.kind, found.resource))) return [];
  const name = humanName(kind);
  if (isInterpolated(scalar))
    return [error("DF2001", `there is no ${name} with the key that is interpolated here`, { source })];
  if (found !== undefined) {
    const { absent, source: at } = found.resource;
    const how = absent ? "declared absent" : "transferred to another organization";
    const related = [
      { message: absent ? "absent: true is declared here" : "transferTo is declared here", source: at },
    ];
    return [error("DF2001", `the ${name} "${value}" is ${how}`, { source, related })];
  }
  const label = withLabel ? nearestOf(value, candidates) : undefined;
  return [
    error("DF2001", `there is no ${name} "${value}"`, { source, ...(label === undefined ? {} : { label }) }),
  ];
}

function nearestOf(key: string, candidates: Candidates): string | undefined {
  const near = nearMatch(key, candidates.keys());
  const source = near === undefined ? undefined : candidates.get(near)?.resource.source;
  return source && `the nearest is "${near}" (${source.file}:${source.line})`;
}
