import type { Address } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import type { Step } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Kind, Permission } from "../../model/kind.ts";
import { indexKinds } from "../../model/kind-index.ts";
import { type Live, type LiveResource, liveKey } from "../../model/live.ts";
import { atPointer } from "../../text/json.ts";
import { liveAddress, liveAt, parentOf } from "../state/live-address.ts";
import type { Planning } from "../state/planning.ts";
import { type Finding, findingAt, type Guard } from "./guard.ts";

/** Holds steps that the platform's own `permissions` say the token may not do. Silence is no refusal. */
export const permissions: Guard = {
  rule: "permissions",
  judge: ({ planning, steps, allowed }) => {
    const found = new Map<string, Finding>();
    if (allowed.permissions === true) return [];
    for (const step of steps) {
      const finding = refusalOf(planning, step);
      if (finding !== undefined && !found.has(`${step.address} ${finding.message}`))
        found.set(`${step.address} ${finding.message}`, finding);
    }
    return [...found.values()];
  },
};

function refusalOf(planning: Planning, { address, operation }: Step): Finding | undefined {
  const resource = planning.resourceAt(address);
  const live = liveAt(planning, address);
  const name = resource?.kind ?? live?.kind;
  if (name === undefined) return undefined;
  const kind = planning.kinds.get(name);
  const needed = permissionFor(kind, operation);
  const organization = resource?.organization ?? live?.organization ?? "";
  const owner =
    needed === undefined ? undefined : permissionOwner(planning, kind, needed, live, organization);
  if (needed === undefined || owner === undefined) return undefined;
  if (atPointer(owner.answer, `/permissions/${needed.name}`) !== false) return undefined;
  const isWhole = planning.kinds.get(owner.kind).shape === "singleton" && owner.parentId === undefined;
  const what = isWhole ? `the ${owner.kind} ${organization}` : liveAddress(planning, owner);
  const message = `the token lacks the permission "${needed.name}" of ${what}, which ${operation} needs`;
  return findingAt({ address, source: resource?.source }, message, "use a token with this permission");
}

/** The permission that the token needs for an operation on a kind. */
function permissionFor(kind: Kind, operation: string): Permission | undefined {
  // A copy is made in the organization, whatever may be done with the original.
  const creates = [kind.operations.create?.name, kind.tree?.copy?.name];
  if (creates.includes(operation)) return kind.permissions?.create;
  if (operation === kind.operations.delete?.name) return kind.permissions?.delete;
  return kind.permissions?.update;
}

/** The live object whose permission is needed: the thing itself, its parent, or the one of its kind in the organization. */
function permissionOwner(
  view: Pick<Planning, "kinds" | "liveByKey" | "liveIn">,
  kind: Kind,
  needed: Permission,
  live: LiveResource | undefined,
  organization: string,
): LiveResource | undefined {
  if (needed.of === kind.name) return live;
  const parent = parentOf(view, live);
  if (parent?.kind === needed.of) return parent;
  const [only, ...more] = view.liveIn(organization, needed.of);
  return more.length === 0 ? only : undefined;
}

/** A permission that the token lacks, and what is declared that cannot be changed without it. */
export interface MissingRight {
  readonly permission: string;
  /** Kind of the object whose permission it is. */
  readonly of: string;
  readonly organization: string;
  readonly addresses: readonly Address[];
}

/**
 * The permissions that the token lacks for declared resources, by the platform's own `permissions`: update, create, and
 * delete of absent ones. Silence is no refusal.
 */
export function missingRights(
  desired: Desired,
  live: Live,
  known: ReadonlyMap<Address, LiveResource>,
  kinds: readonly Kind[],
): readonly MissingRight[] {
  const index = indexKinds(kinds);
  const byKey = new Map(live.resources.map((one) => [liveKey(one), one]));
  const byKind = groupBy(live.resources, ({ organization, kind }) => `${organization} ${kind}`);
  const view = {
    kinds: index,
    liveByKey: (key: string) => byKey.get(key),
    liveIn: (organization: string, kind: string) => byKind.get(`${organization} ${kind}`) ?? [],
  };
  const refused = desired.resources.flatMap((resource) => {
    const { address, organization } = resource;
    const kind = index.get(resource.kind);
    const there = known.get(address);
    const needed = kind.permissions?.[wouldDo(resource, there)];
    const owner = needed && permissionOwner(view, kind, needed, there, organization);
    if (needed === undefined || owner === undefined) return [];
    if (atPointer(owner.answer, `/permissions/${needed.name}`) !== false) return [];
    return [{ permission: needed.name, of: needed.of, organization, address }];
  });
  const groups = groupBy(
    refused,
    ({ permission, of, organization }) => `${organization} ${of} ${permission}`,
  );
  return [...groups.values()].flatMap((all) => {
    const [first] = all;
    if (first === undefined) return [];
    const { address: _, ...right } = first;
    return [{ ...right, addresses: all.map(({ address }) => address) }];
  });
}

function wouldDo(
  { absent }: DesiredResource,
  there: LiveResource | undefined,
): "create" | "update" | "delete" {
  if (absent) return "delete";
  return there === undefined ? "create" : "update";
}

/** Names changes that open something to more people; holds them when `guards.exposure` says so. */
export const exposure: Guard = {
  rule: "exposure",
  judge: ({ changes, settings, allowed }) =>
    changes
      .filter(({ exposes = [] }) => exposes.length > 0)
      .map(({ address, exposes = [], source }) => ({
        address,
        message: `it opens something to more people: ${exposes.join("; ")}`,
        ...(settings.exposure === "hold" ? { allow: "--allow-exposure" } : {}),
        passes: settings.exposure !== "hold" || allowed.exposure === true,
        ...(source === undefined ? {} : { source }),
      })),
};
