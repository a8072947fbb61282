import { type Address, organizationOf, ownersOf } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { keyAt } from "../../model/live.ts";
import { liveAt, parentOf } from "../state/live-address.ts";
import type { Planning } from "../state/planning.ts";
import { isTransfer } from "../tree/transfer-change.ts";
import { type Finding, findingAt, type Guard, type GuardInput } from "./guard.ts";
import { recordedFindings } from "./recorded-protection.ts";

/** As many deletes of a kind in one container pass always, and so does this share of what is there. */
const fewDeletes = 5;
const smallShare = 0.2;

/**
 * Holds a plan that deletes many of a kind in one container, or the last ones by leaving them out, or any that is foreign:
 * neither the record nor a manifest of this project ever knew it.
 */
export const tooManyDeletes: Guard = {
  rule: "too-many-deletes",
  judge: (input) => {
    const all = input.changes.filter(({ action }) => action === "delete");
    const groups = groupBy(all, (change) => collectionOf(input.planning, change));
    const found = [...groups].flatMap(([collection, deletes]): readonly Finding[] => {
      const message = whyTooMany(input, collection, deletes);
      if (message === undefined) return [];
      const { deletes: given } = input.allowed;
      const wrong = `; --allow-deletes ${given} was given, and the plan has ${all.length}`;
      const isExact = given === all.length;
      return [
        {
          ...verdictAddress(collection),
          message: given === undefined || isExact ? message : `${message}${wrong}`,
          allow: `--allow-deletes ${all.length}`,
          passes: isExact,
        },
      ];
    });
    return found.length > 0 ? found : miscounted(input.allowed.deletes, all.length);
  },
};

/** A given number was reviewed with a plan of so many deletes. With another number of deletes, this is another plan. */
function miscounted(given: number | undefined, deletes: number): readonly Finding[] {
  if (given === undefined || given === deletes) return [];
  const count = deletes === 0 ? "no delete" : deletes === 1 ? "1 delete" : `${deletes} deletes`;
  return [
    {
      message: `--allow-deletes ${given} was given, and the plan has ${count}`,
      allow: `--allow-deletes ${deletes}`,
    },
  ];
}

/** The collection of an object: the address of its parent or organization, and the plural of its kind. */
function collectionOf(planning: Planning, { address, kind }: Change): Address {
  const live = liveAt(planning, address);
  const { plural } = planning.kinds.get(kind);
  const parent = parentOf(planning, live);
  const owner = parent === undefined ? undefined : planning.matching.addressOf(parent);
  return owner === undefined ? `${organizationOf(address)}/${plural}` : `${owner}.${plural}`;
}

/** The address of a verdict: the parent of the collection; an organization has none. */
function verdictAddress(collection: Address): { address?: Address } {
  const dot = collection.lastIndexOf(".");
  return dot < 0 ? {} : { address: collection.slice(0, dot) };
}

function whyTooMany(
  { planning, changes }: GuardInput,
  collection: Address,
  deletes: readonly Change[],
): string | undefined {
  const foreign = foreignIn(planning, deletes);
  if (foreign.length > 0) return foreignText(foreign, collection);
  const [first] = deletes;
  const live = first === undefined ? undefined : liveAt(planning, first.address);
  if (live === undefined) return undefined;
  const there = planning.liveIn(live.organization, live.kind, live.parentId);
  const total = there.filter(({ deleted }) => deleted !== true).length;
  const isNamed = ({ address }: Change): boolean => {
    const resource = planning.resourceAt(address);
    return resource?.absent === true && resource.pruned !== "by setting";
  };
  const created = changes.filter(
    (change) =>
      (change.action === "create" || change.action === "restore") &&
      change.kind === live.kind &&
      isInCollection(planning, change, collection),
  );
  // One new team is no replacement of five.
  const isReplaced = created.length >= deletes.length;
  if (deletes.length >= total && !isReplaced && !deletes.every(isNamed))
    return `deletes ${total === 1 ? quoted(deletes)[0] : `all ${total}`} in ${collection}, and ${comingText(created.length)}`;
  return deletes.length > Math.max(fewDeletes, total * smallShare)
    ? `deletes ${deletes.length} of ${total} in ${collection}: more than ${fewDeletes}, and more than a fifth`
    : undefined;
}

/**
 * Deletes of objects that neither the record nor a manifest knows: another project may manage them. A structure is one value
 * of its site, as a field is, so that nothing in it is foreign.
 */
function foreignIn(planning: Planning, deletes: readonly Change[]): readonly Change[] {
  const { lastApply, liveByKey, matching, recreatedAt } = planning;
  const recorded = new Set(
    [...(lastApply?.resources ?? [])].map(([address, one]) => keyAt({ address, ...one })),
  );
  return deletes.filter((change) => {
    const key = keyAt(change);
    const live = liveByKey(key);
    const isInStructure = planning.kinds.get(change.kind).sequence !== undefined;
    if (live === undefined || isInStructure || recorded.has(key)) return false;
    return matching.addressOf(live) === undefined && recreatedAt(live) === undefined;
  });
}

/** Names that a message has at most. */
const mostNames = 3;

function foreignText(foreign: readonly Change[], collection: Address): string {
  const names = quoted(foreign.slice(0, mostNames));
  const more = foreign.length > mostNames ? `, and ${foreign.length - mostNames} more` : "";
  return `deletes ${names.join(", ")}${more} in ${collection}, which neither the record nor a manifest ever had`;
}

function quoted(changes: readonly Change[]): readonly string[] {
  return changes.map(({ title, address }) => `"${title ?? address}"`);
}

function comingText(created: number): string {
  return created === 0 ? "none is left" : `creates only ${created}`;
}

/** True when a created resource is in the collection, in whatever container of it. */
function isInCollection(planning: Planning, { address, kind }: Change, collection: Address): boolean {
  const resource = planning.resourceAt(address);
  if (resource === undefined) return false;
  const { plural } = planning.kinds.get(kind);
  return resource.parent === undefined
    ? `${resource.organization}/${plural}` === collection
    : `${resource.parent}.${plural}` === collection;
}

/** Manifests that declare nothing are more often lost than meant, and `exact` would then delete everything. */
export const emptyManifests: Guard = {
  rule: "empty-manifests",
  judge: ({ planning, declared, changes, allowed }) => {
    const speaking = new Set(declared.map(({ organization }) => organization));
    const isIn = (address: string, alias: string): boolean => address.startsWith(`${alias}/`);
    return planning.desired.organizations
      .filter(({ alias }) => !speaking.has(alias))
      .filter(({ alias }) =>
        changes.some(({ action, address }) => action === "delete" && isIn(address, alias)),
      )
      .map(({ alias, source }) => ({
        message: `the manifests declare nothing in ${alias}, and this plan deletes there`,
        allow: "--allow-empty",
        source,
        passes: allowed.empty === true,
      }));
  },
};

/**
 * `protect: true` forbids a delete of the live object or of its parent, a transfer to another organization, and
 * deleting it to create it again. After its block has gone, the record still protects it from a delete.
 */
export const protect: Guard = {
  rule: "protect",
  judge: (input) => [...declaredFindings(input), ...recordedFindings(input)],
};

function declaredFindings({ planning, declared, changes }: GuardInput): readonly Finding[] {
  const deleted = new Set(changes.flatMap(({ action, address }) => (action === "delete" ? [address] : [])));
  const transferred = new Set(changes.filter(isTransfer).map(({ address }) => address));
  const changed = new Set(changes.map(({ address }) => address));
  return declared
    .filter(({ protect: isProtected }) => isProtected)
    .flatMap((resource): readonly Finding[] => {
      const { address } = resource;
      const owner = ownersOf(address).find((one) => deleted.has(one));
      if (owner === address) return [finding(resource, "this plan deletes it")];
      if (owner !== undefined) return [finding(resource, `this plan deletes ${owner}, which contains it`)];
      if (transferred.has(address))
        return [finding(resource, "this plan transfers it to another organization")];
      return planning.formerOf(address) !== undefined && changed.has(address)
        ? [finding(resource, "this plan deletes it, and creates it again")]
        : [];
    });
}

function finding({ address, sources, source }: DesiredResource, what: string): Finding {
  const at = { address, source: sources.protect ?? source };
  return findingAt(at, `${address} is protected, and ${what}`, "take protect: true out of the manifest");
}
