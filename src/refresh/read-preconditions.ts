import { type Address, organizationOf } from "../model/address.ts";
import type { Observation } from "../model/documents/document-parts.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import type { Kind } from "../model/kind.ts";
import { indexKinds, type KindIndex } from "../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../model/live.ts";
import { kindsToRead, splitPath, viewOf } from "../planner/preconditions/snapshot.ts";
import { parentKey } from "../planner/state/live-address.ts";
import { readRestorable } from "./read-deleted.ts";
import { type Owner, readKind, readMemberships, withOwnValues } from "./read-live.ts";
import type { Reader } from "./reader.ts";

type Observed = Readonly<Record<Address, Observation>>;

/**
 * Reads the preconditions of a saved plan again: the lists that planning read, whatever the manifests say
 * now. The lists of an organization come first, then the lists in each parent that still exists.
 */
export async function readPreconditions(
  { observed = {}, organizations }: Pick<PlanDocument, "observed" | "organizations">,
  kinds: readonly Kind[],
  reader: Reader,
): Promise<Live> {
  const index = indexKinds(kinds);
  const before = reader.requests();
  const scopes = scopesOf(observed, index);
  const paths = observedPaths(observed);
  const owner = (organization: string): Owner => ({ organization, id: organizations[organization] ?? "" });
  const outer = await Promise.all(
    scopes
      .filter(({ parent }) => parent === undefined)
      .map(({ organization, kind }) => readKind(reader, kind, owner(organization))),
  );
  const listed = new Set(outer.flat().map(liveKey));
  const deleted = await readDeletedAgain(observed, index, reader);
  const roots = [...outer.flat(), ...deleted.filter((live) => !listed.has(liveKey(live)))];
  const byKey = new Map(roots.map((live) => [liveKey(live), live]));
  const inner = await Promise.all(
    scopes.map(async ({ organization, kind, parent }) => {
      const owning = byKey.get(parentKey(kind, { organization, parentId: parent }) ?? "");
      if (owning === undefined) return [];
      const held = { ...owner(organization), parent: owning };
      const all = await readKind(reader, kind, held, index.get(owning.kind));
      return Promise.all(
        all.map((live) => {
          const isMeant = (name: string): boolean => paths.get(liveKey(live))?.has(name) === true;
          return withOwnValues(reader, kind, held, live, isMeant, index.get(owning.kind));
        }),
      );
    }),
  );
  const all = [...roots, ...inner.flat()].map(async (live) => {
    const names = paths.get(liveKey(live));
    const held = { ...owner(live.organization), parent: live };
    const isMeant = (name: string): boolean => names?.has(name) === true;
    return { ...live, memberships: await readMemberships(reader, index.get(live.kind), held, isMeant) };
  });
  return { resources: await Promise.all(all), requests: reader.requests() - before };
}

/** A list to read: of a kind, in an organization or in one parent. */
interface Scope {
  readonly organization: string;
  readonly kind: Kind;
  readonly parent?: string;
}

/** Every list that a plan rests on, once. */
function scopesOf(observed: Observed, kinds: KindIndex): readonly Scope[] {
  const scopes = new Map<string, Scope>();
  const view = viewOf({ resources: [], requests: 0 }, kinds);
  const add = (organization: string, kind: Kind, parent: string | null | undefined): void => {
    if (kind.parent !== undefined && parent == null) return;
    const inParent = kind.parent === undefined || parent == null ? {} : { parent };
    scopes.set([organization, kind.name, inParent.parent].join(" "), { organization, kind, ...inParent });
    if (kind.parent !== undefined) add(organization, kinds.get(kind.parent), undefined);
  };
  for (const [address, { kind: name, id, parent, fields }] of Object.entries(observed)) {
    const organization = organizationOf(address);
    const kind = name === undefined ? undefined : kinds.get(name);
    if (kind !== undefined) add(organization, kind, parent);
    const looked = { organization, ...(kind === undefined ? {} : { kind }) };
    for (const path of Object.keys(fields))
      for (const behind of kindsToRead(view, looked, path))
        add(organization, behind, behind.parent === kind?.name ? id : parent);
  }
  return [...scopes.values()];
}

/** The deleted objects that the plan restores, as they are now. */
async function readDeletedAgain(
  observed: Observed,
  kinds: KindIndex,
  reader: Reader,
): Promise<readonly LiveResource[]> {
  const found = Object.entries(observed).map(([address, { kind: name, id, fields }]) => {
    const kind = name === undefined ? undefined : kinds.get(name);
    const path = kind?.tree?.restore?.deletedAt;
    if (kind === undefined || path === undefined || id === null || fields[path] === undefined) return [];
    return readRestorable(reader, kind, organizationOf(address), id);
  });
  return (await Promise.all(found)).flat().filter(({ deleted }) => deleted === true);
}

/** The names of the compared fields of each object, by `liveKey`. */
function observedPaths(observed: Observed): ReadonlyMap<string, ReadonlySet<string>> {
  const entries = Object.entries(observed).flatMap(([address, { kind, id, fields }]) => {
    if (kind === undefined || id === null) return [];
    const names = Object.keys(fields).map((path) => splitPath(path).name);
    return [[keyAt({ address, kind, id }), new Set(names)] as const];
  });
  return new Map(entries);
}
