import { organizationOf } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Change, PlanDocument } from "../model/documents/plan-document.ts";
import type { Kind } from "../model/kind.ts";
import { type KindIndex, membershipsOf } from "../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../model/live.ts";
import type { Membership } from "../model/membership.ts";
import { atPointer, isObject } from "../text/json.ts";
import { paramsFor, readMemberships } from "./read-live.ts";
import type { Reader } from "./reader.ts";

/** A change of an owner of access, with what it changes. */
interface AccessChange {
  readonly live: LiveResource;
  readonly kind: Kind;
  readonly name: string;
  readonly membership: Membership;
  readonly paths: readonly string[];
}

/**
 * Reads what the guards of access need, when the plan changes any; undefined when there is nothing to read. That is
 * the user of the token, and of an owner that nobody has touched, who can open it until now.
 */
export async function withUnreadAccess(
  live: Live,
  { changes }: Pick<PlanDocument, "changes">,
  { organizations }: Pick<Desired, "organizations">,
  kinds: KindIndex,
  reader: Reader,
): Promise<Live | undefined> {
  const byKey = new Map(live.resources.map((one) => [liveKey(one), one]));
  const changed = changes.flatMap((change) => accessChanges(change, byKey, kinds));
  const [first] = changed;
  if (first?.membership.caller === undefined) return undefined;
  const before = reader.requests();
  const caller = live.caller ?? (await reader.one(first.membership.caller, {})).id;
  const touched = changed.filter(({ live: { answer, effective }, membership: { firstTouch }, paths }) => {
    const isMeant = firstTouch?.fields.some((field) => paths.some((path) => path.split(".")[0] === field));
    return isMeant === true && effective === undefined && firstTouch?.isUntouched(answer) === true;
  });
  const idOf = (alias: string): string => organizations.find((one) => one.alias === alias)?.id ?? "";
  const read = await Promise.all(
    touched.map(async ({ live: one, kind, name, membership }) => {
      const owner = { organization: one.organization, id: idOf(one.organization), parent: one };
      const [memberships, effective] = await Promise.all([
        readMemberships(reader, kind, owner, (field) => field === name),
        readEffective(reader, kind, owner, membership),
      ]);
      return { ...one, memberships: { ...one.memberships, ...memberships }, effective };
    }),
  );
  const known = new Map(read.map((one) => [liveKey(one), one]));
  const resources = live.resources.map((one) => known.get(liveKey(one)) ?? one);
  const requests = live.requests + reader.requests() - before;
  return { ...live, resources, requests, ...(typeof caller === "string" ? { caller } : {}) };
}

/** The role by person that all rules together give at an owner of access. */
export async function readEffective(
  reader: Reader,
  kind: Kind,
  owner: Parameters<typeof paramsFor>[1],
  { effective }: Membership,
): Promise<Readonly<Record<string, string>>> {
  if (effective === undefined) return {};
  const items = await reader.list(effective, paramsFor(effective, owner, kind));
  const roles = items.flatMap((item): [string, string][] => {
    const id = isObject(item.user) ? atPointer(item.user, "/id") : undefined;
    return typeof id === "string" && typeof item.permission === "string" ? [[id, item.permission]] : [];
  });
  return Object.fromEntries(roles);
}

/** The owner of access that a change is about, when it changes the entries, or what touches them first. */
function accessChanges(
  change: Change,
  byKey: ReadonlyMap<string, LiveResource>,
  kinds: KindIndex,
): readonly AccessChange[] {
  const kind = kinds.get(change.kind);
  const live = byKey.get(keyAt(change));
  if (change.action !== "update" || live === undefined || organizationOf(change.address) === "") return [];
  const paths = (change.fields ?? []).map(({ path }) => path);
  return membershipsOf(kind).flatMap((name) => {
    const membership = kind.fields[name]?.membership;
    const names = [name, ...(membership?.firstTouch?.fields ?? [])];
    const isMeant = paths.some((path) => names.includes(path.split(".", 1)[0] ?? ""));
    return membership?.caller === undefined || !isMeant ? [] : [{ live, kind, name, membership, paths }];
  });
}
