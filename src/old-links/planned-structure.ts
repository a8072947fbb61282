import type { Address } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Change } from "../model/documents/plan-document.ts";
import type { Field } from "../model/field.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import { perKind } from "../model/kind-index.ts";
import { keyAt, type LiveResource, liveKey } from "../model/live.ts";
import { showingOf, valueOpenings } from "../planner/access/opened-values.ts";
import { isShut } from "../planner/access/shown-spaces.ts";
import { liveValue, namedTarget } from "../planner/match/identity.ts";
import type { MadePlan } from "../planner/plan.ts";
import { containerKeys } from "../planner/state/live-address.ts";
import type { Json } from "../text/json.ts";
import { slugOf } from "../text/slug.ts";
import { type Item, type SiteStructure, structureOf } from "./structure.ts";

/** A plan, with the desired state that it is for. */
export interface PlanView extends Pick<MadePlan, "document" | "kinds" | "live" | "liveByAddress"> {
  readonly desired: Desired;
}

/** The name of the field with the path of a kind, where the platform leads from a former one to the present one. */
export const pathField = perKind((kind): string | undefined =>
  Object.keys(kind.fields).find((name) => {
    const field: Field | undefined = kind.fields[name];
    return kind.sequence !== undefined && field?.unique?.formerLeadsOn === true;
  }),
);

/** A published site before a plan and after it. */
export interface SiteInPlan {
  readonly address: Address;
  readonly live: LiveResource;
  readonly resource?: DesiredResource | undefined;
  /** The resources that manifests declare in it. */
  readonly declared: readonly DesiredResource[];
  /** Those that it has and no manifest declares. */
  readonly undeclared: readonly LiveResource[];
  readonly before: SiteStructure;
  readonly after: SiteStructure;
}

/** Every site that is published before a plan and after it; none in an edition whose platform promises nothing of former paths. */
export function sitesIn(view: PlanView): readonly SiteInPlan[] {
  const addressed = view.kinds.all.filter((kind) => pathField(kind) !== undefined);
  if (addressed.length === 0) return [];
  const index = indexOf(view);
  const owners = new Set(addressed.map(({ parent }) => parent));
  return view.live.resources.flatMap((live) => {
    const address = index.addressOf.get(liveKey(live));
    if (!owners.has(live.kind) || address === undefined || isShut(view, live)) return [];
    if (index.isGone(liveKey(live)) || isShutBy(view, index, live)) return [];
    const children = index.childrenOf.get(live.id) ?? [];
    const items = children.filter((one) => isItem(view, one));
    const declared = index.declaredIn.get(address) ?? [];
    return {
      address,
      live,
      resource: index.resourceAt.get(address),
      declared,
      undeclared: children.filter((one) => !index.addressOf.has(liveKey(one))),
      before: before(view, items),
      after: after(view, index, { address, items, declared }),
    };
  });
}

/** Facts of a plan by the keys and addresses of its objects. */
interface Index {
  readonly addressOf: ReadonlyMap<string, Address>;
  readonly resourceAt: ReadonlyMap<Address, DesiredResource>;
  readonly declaredIn: ReadonlyMap<Address, readonly DesiredResource[]>;
  readonly childrenOf: ReadonlyMap<string, readonly LiveResource[]>;
  readonly created: ReadonlySet<Address>;
  readonly isGone: (key: string) => boolean;
  /** The value that a field of a live object gets; undefined when the plan leaves it. */
  readonly changed: (key: string, name: string) => Json | undefined;
  readonly keyOf: (address: Address) => string;
}

function indexOf({ document, desired, live: all, liveByAddress }: PlanView): Index {
  const live = liveByAddress();
  const made = ({ action }: Change): boolean => action === "create" || action === "restore";
  const created = new Set(document.changes.filter(made).map(({ address }) => address));
  const known = document.changes.filter(({ id, action }) => id !== undefined && action !== "blocked");
  const byKey = groupBy(known, keyAt);
  const isGone = (key: string): boolean => byKey.get(key)?.some(({ action }) => action === "delete") === true;
  return {
    addressOf: new Map([...live].map(([address, one]) => [liveKey(one), address])),
    resourceAt: new Map(desired.resources.map((one) => [one.address, one])),
    declaredIn: groupBy(desired.resources, ({ parent = "" }) => parent),
    childrenOf: groupBy(all.resources, ({ parentId = "" }) => parentId),
    created,
    isGone,
    changed: (key, name) =>
      byKey.get(key)?.flatMap(({ fields = [] }) => fields.find(({ path }) => path === name)?.after ?? [])[0],
    keyOf: (address) => {
      const one = created.has(address) ? undefined : live.get(address);
      return one === undefined ? address : liveKey(one);
    },
  };
}

/** Is it something of a site with a path of its own? */
export function isItem({ kinds }: Pick<PlanView, "kinds">, { kind }: Pick<LiveResource, "kind">): boolean {
  return pathField(kinds.get(kind)) !== undefined;
}

/** Does the plan take a live object away from all visitors? */
function isShutBy({ kinds }: PlanView, { changed }: Index, live: LiveResource): boolean {
  return valueOpenings(kinds.get(live.kind)).some(({ field, isShut: shut }) => {
    const value = changed(liveKey(live), field);
    return value !== undefined && shut?.(value) === true;
  });
}

function before(view: PlanView, items: readonly LiveResource[]): SiteStructure {
  const defaults = new Set(items.filter(({ answer }) => answer.default === true).map(liveKey));
  const shown = items.filter(({ answer }) => answer.draft !== true);
  return structureOf(reached(shown.map((live) => itemOf(view, live))), ({ key }) => defaults.has(key));
}

/** The items that visitors reach: each in a section that they reach, which is there as long as it shows something (A26). */
function reached(items: readonly Item[]): readonly Item[] {
  const held = items.filter(
    ({ container }) => container === undefined || items.some(({ key }) => key === container),
  );
  return held.filter(({ key, shows }) => shows !== undefined || held.some((one) => one.container === key));
}

function itemOf({ kinds }: PlanView, live: LiveResource): Item {
  const kind = kinds.get(live.kind);
  const { organization } = live;
  const container = kind.sequence?.containerOf(live.answer);
  const [held] = kind.sequence?.containers.filter((name) => pathField(kinds.get(name)) !== undefined) ?? [];
  const space = liveValue(kind, showingOf(kind)?.field ?? "", live);
  const shows = kind.fields[showingOf(kind)?.field ?? ""]?.refersTo;
  return {
    key: liveKey(live),
    kind: kind.name,
    id: live.id,
    path: String(liveValue(kind, pathField(kind) ?? "", live) ?? ""),
    ...(held === undefined ? {} : { container: containerKeys(kind, organization, container)[0] }),
    ...(shows === undefined ? {} : { shows: liveKey({ organization, kind: shows, id: String(space) }) }),
  };
}

/** A site, its live items, and the resources that manifests declare in it. */
interface Site extends Pick<SiteInPlan, "address" | "declared"> {
  readonly items: readonly LiveResource[];
}

function after(view: PlanView, index: Index, { address: site, items, declared }: Site): SiteStructure {
  const staying = items.flatMap((live) => itemAfter(view, index, live) ?? []);
  const coming = declared.filter(
    (one) => isItem(view, one) && index.created.has(one.address) && one.values.draft !== true,
  );
  const whole = reached([...staying, ...coming.map((resource) => newItem(view, index, resource))]);
  const chosen = new Set(
    [site, ...declared.map(({ address }) => address)].flatMap((owner) => defaultsOf(view, index, owner)),
  );
  const isChosen = ({ key }: Item): boolean => chosen.has(key);
  const live = new Set(items.filter(({ answer }) => answer.default === true).map(liveKey));
  const lists = new Set(whole.filter(isChosen).map(({ container }) => container));
  return structureOf(whole, (item) => (lists.has(item.container) ? isChosen(item) : live.has(item.key)));
}

/** The keys of the items that an owner declares as its defaults. */
function defaultsOf({ kinds }: PlanView, { resourceAt, keyOf }: Index, owner: Address): readonly string[] {
  const resource = resourceAt.get(owner);
  if (resource === undefined) return [];
  return Object.entries<Field>(kinds.get(resource.kind).fields).flatMap(([name, field]) => {
    const written = resource.values[name];
    if (field.defaultChild === undefined || typeof written !== "string" || resource.ignore.includes(name))
      return [];
    return keyOf(namedTarget(resource, field, written, kinds)?.address ?? "");
  });
}

/** A live item after the plan; undefined when visitors no longer reach it. */
function itemAfter(view: PlanView, index: Index, live: LiveResource): Item | undefined {
  const item = itemOf(view, live);
  const { changed, isGone, addressOf, resourceAt } = index;
  const kind = view.kinds.get(live.kind);
  const draft = changed(item.key, "draft") ?? live.answer.draft;
  const space = changed(item.key, showingOf(kind)?.field ?? "");
  const address = addressOf.get(item.key);
  const resource = resourceAt.get(address ?? "");
  const shows =
    space === undefined || resource === undefined ? item.shows : shownBy(view, index, kind, resource);
  if (isGone(item.key) || isGone(shows ?? "") || draft === true) return undefined;
  const path = changed(item.key, pathField(kind) ?? "") ?? item.path;
  return {
    ...item,
    address: index.created.has(address ?? "") ? undefined : address,
    path: String(path),
    shows,
  };
}

/** The content that a declared item shows. */
function shownBy(
  { kinds }: PlanView,
  { keyOf }: Index,
  kind: Kind,
  resource: DesiredResource,
): string | undefined {
  const name = showingOf(kind)?.field ?? "";
  const field = kind.fields[name];
  const written = resource.values[name];
  if (field === undefined || typeof written !== "string") return undefined;
  const named = namedTarget(resource, field, written, kinds);
  if (named?.address !== undefined) return keyOf(named.address);
  return named && liveKey({ organization: resource.organization, kind: field.refersTo ?? "", id: named.id });
}

/** An item that the plan creates. The platform makes its path, where no manifest has one (A23). */
function newItem(view: PlanView, index: Index, resource: DesiredResource): Item {
  const kind = view.kinds.get(resource.kind);
  const { address, container, values, key } = resource;
  const holder = index.resourceAt.get(container ?? "");
  const isHeld = holder !== undefined && isItem(view, holder);
  const path = values[pathField(kind) ?? ""] ?? slugOf(String(values.title ?? key), key);
  return {
    key: address,
    kind: kind.name,
    address,
    path: String(path),
    ...(isHeld ? { container: index.keyOf(holder.address) } : {}),
    shows: shownBy(view, index, kind, resource),
  };
}
