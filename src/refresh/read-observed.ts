import { organizationOf } from "../model/address.ts";
import type { Kind } from "../model/kind.ts";
import { indexKinds, type KindIndex } from "../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../model/live.ts";
import { parentKey } from "../planner/live-parent.ts";
import type { Observed } from "../planner/preconditions/footprint.ts";
import { kindsBehind, splitPath, viewOf } from "../planner/snapshot.ts";
import { type Owner, type Reader, readKind, rolesOf } from "./read-live.ts";
import { readDeletedAgain } from "./read-tree.ts";

/**
 * Reads again what a plan looked at, whatever the manifests say by now: the same lists as planning did, first
 * those of the organizations, then those inside what is still there.
 */
export async function readObserved(
  observed: Observed,
  organizations: Readonly<Record<string, string>>,
  kinds: readonly Kind[],
  reader: Reader,
): Promise<Live> {
  const index = indexKinds(kinds);
  const before = reader.requests();
  const scopes = scopesOf(observed, index);
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
      const holder = byKey.get(parentKey(kind, { organization, parentId: parent }) ?? "");
      if (holder === undefined) return [];
      return readKind(reader, kind, { ...owner(organization), parent: holder }, index.get(holder.kind));
    }),
  );
  const all = await Promise.all(
    [...roots, ...inner.flat()].map((live) =>
      withMembers(reader, index, observedPaths(observed), live, owner(live.organization)),
    ),
  );
  return { resources: all, requests: reader.requests() - before };
}

/** A list to read: of a kind, in an organization or in one live object of it. */
interface Scope {
  readonly organization: string;
  readonly kind: Kind;
  readonly parent?: string;
}

/** Every list that was looked at, once. */
function scopesOf(observed: Observed, kinds: KindIndex): readonly Scope[] {
  const scopes = new Map<string, Scope>();
  const add = (scope: Scope): void => {
    scopes.set([scope.organization, scope.kind.name, scope.parent].join(" "), scope);
  };
  const view = viewOf({ resources: [], requests: 0 }, kinds);
  for (const [address, { kind: name, id, parent, fields }] of Object.entries(observed)) {
    const organization = organizationOf(address);
    const kind = name === undefined ? undefined : kinds.get(name);
    if (kind !== undefined && (parent !== undefined || kind.parent === undefined))
      add({ organization, kind, ...(parent === undefined ? {} : { parent }) });
    for (const path of Object.keys(fields)) {
      for (const behind of kindsBehind(
        view,
        { organization, ...(kind === undefined ? {} : { kind }) },
        path,
      )) {
        const holder = behind.parent === kind?.name ? id : parent;
        add({
          organization,
          kind: behind,
          ...(kind === undefined || holder == null ? {} : { parent: holder }),
        });
      }
    }
  }
  return [...scopes.values()];
}

/** Heads of the paths that were looked at, by the `liveKey` of what was looked at. */
function observedPaths(observed: Observed): ReadonlyMap<string, ReadonlySet<string>> {
  const entries = Object.entries(observed).flatMap(([address, { kind, id, fields }]) => {
    if (kind === undefined || id === null) return [];
    const names = Object.keys(fields).map((path) => splitPath(path).name);
    return [[keyAt({ address, kind, id }), new Set(names)] as const];
  });
  return new Map(entries);
}

async function withMembers(
  reader: Reader,
  kinds: KindIndex,
  paths: ReadonlyMap<string, ReadonlySet<string>>,
  live: LiveResource,
  owner: Owner,
): Promise<LiveResource> {
  const kind = kinds.get(live.kind);
  const names = paths.get(liveKey(live));
  const entries = Object.entries(kind.fields).map(async ([name, { membership }]) => {
    if (membership === undefined || names?.has(name) !== true) return [];
    return [[name, await rolesOf(reader, membership, { ...owner, parent: live }, kind)] as const];
  });
  const memberships = Object.fromEntries((await Promise.all(entries)).flat());
  return { ...live, memberships };
}
