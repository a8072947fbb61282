import { finderFor, type Scope, type Where, waysTo } from "../../executor/in-doubt/precondition-claims.ts";
import { type Address, organizationOf } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import { keyFields } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { canonicalJson, compareText, type Json } from "../../text/json.ts";
import type { Possible } from "../diff/created-by.ts";
import type { Planning } from "../planning.ts";
import { type Looked, lookAt, splitPath } from "../snapshot.ts";
import type { Observation } from "./observation.ts";

/** What a plan rests on, by address. */
export type Observed = Readonly<Record<Address, Observation>>;

/** Collects what a plan rests on while it is known what is declared. */
export interface Watch {
  readonly planning: Possible;
  /** The live state alone, as apply will see it again. */
  readonly view: Planning;
  readonly find: ReturnType<typeof finderFor>;
  readonly seen: Map<Address, Observation>;
}

/** Starts with nothing seen. */
export function startWatch(planning: Possible, view: Planning): Watch {
  return { planning, view, find: finderFor(planning), seen: new Map() };
}

/** Fingerprints of everything that was seen; null for what was not there. */
export function fingerprintsOf(
  observed: Observed,
  hash: (text: string) => string,
): PlanDocument["footprint"] {
  return Object.fromEntries(
    Object.entries(observed).map(([address, one]) => [
      address,
      one.id === null ? null : hash(canonicalJson(one)),
    ]),
  );
}

/** What there is to see of a declared resource. */
export interface Sight {
  readonly paths: readonly string[];
  readonly live: LiveResource | undefined;
  readonly unique?: readonly Where[];
}

/** Notes a declared resource: that it is there, or not, by what it is recognised, and the values at paths. */
export function noteDeclared(watch: Watch, resource: DesiredResource, sight: Sight): void {
  const { planning } = watch;
  const { address, organization } = resource;
  const { live, paths, unique = [] } = sight;
  const kind = planning.kinds.get(resource.kind);
  const holder = holderOf(watch, resource, live, kind);
  const looked: Looked = { organization, kind, ...(live === undefined ? {} : { live }) };
  const hides = (path: string): boolean => isHidden(kind, resource, path);
  const scope: Scope = { organization, kind, ...holder };
  const claims = holder === undefined ? [] : claimsIn(watch, resource, scope, live, unique);
  watch.seen.set(address, {
    kind: kind.name,
    id: live?.id ?? null,
    ...holder,
    fields: live === undefined ? {} : valuesAt(watch, address, looked, paths, hides),
    ...(claims.length === 0 ? {} : { claims }),
  });
}

/** Notes a live object that nothing declares, by an address with its id. */
export function noteUndeclared(watch: Watch, address: Address, live: LiveResource): void {
  const kind = watch.planning.kinds.get(live.kind);
  const looked: Looked = { organization: live.organization, kind, live };
  watch.seen.set(address, {
    kind: kind.name,
    id: live.id,
    ...(live.parentId === undefined ? {} : { parent: live.parentId }),
    fields: valuesAt(watch, address, looked, keyFields(kind), (path) => isHidden(kind, undefined, path)),
  });
}

/** Adds the values at paths of a live object that is noted already; `more` may hide some as well. */
export function noteFields(
  watch: Watch,
  address: Address,
  live: LiveResource,
  paths: readonly string[],
  more?: DesiredResource,
): void {
  const { planning, seen } = watch;
  const before = seen.get(address);
  if (before === undefined) return;
  const kind = planning.kinds.get(live.kind);
  const resource = planning.resourceAt(address);
  const hides = (path: string): boolean => isHidden(kind, resource, path) || isHidden(kind, more, path);
  const looked: Looked = { organization: live.organization, kind, live };
  const fields = valuesAt(watch, address, looked, paths, hides);
  seen.set(address, { ...before, fields: { ...fields, ...before.fields } });
}

/** Adds the value at a path of what holds others: an organization (no live object), or a noted address. */
export function noteInside(
  watch: Watch,
  holder: Address,
  live: LiveResource | undefined,
  path: string,
  only?: readonly string[],
): void {
  const { planning, seen } = watch;
  const organization = organizationOf(holder);
  const kind = live === undefined ? {} : { kind: planning.kinds.get(live.kind), live };
  const before = seen.get(holder) ?? { id: planning.organizationId(organization), fields: {} };
  const value = lookAt(watch.view, { organization, ...kind }, path);
  const kept = only === undefined ? value : picked(value, only);
  seen.set(holder, { ...before, fields: { ...before.fields, [path]: kept } });
}

function picked(value: Json, names: readonly string[]): Json {
  if (Array.isArray(value)) return value.filter((one) => names.includes(String(one)));
  const entries = Object.entries(value ?? {}) as [string, Json][];
  return Object.fromEntries(entries.filter(([name]) => names.includes(name)));
}

/** Ids of the live objects that a resource stands in; undefined when they are yet to be. */
function holderOf(
  { planning }: Watch,
  resource: DesiredResource,
  live: LiveResource | undefined,
  { sequence }: Kind,
): Pick<Observation, "parent" | "container"> | undefined {
  const parent = live?.parentId ?? planning.matching.liveOf(resource.parent ?? "")?.id;
  if (resource.parent !== undefined && parent === undefined) return undefined;
  const inParent = parent === undefined ? {} : { parent };
  if (sequence?.addressIn !== "container" || resource.container === undefined) return inParent;
  const container =
    live === undefined ? planning.matching.liveOf(resource.container)?.id : sequence.containerOf(live.answer);
  return container === undefined ? undefined : { ...inParent, container };
}

function claimsIn(
  watch: Watch,
  resource: DesiredResource,
  scope: Scope,
  live: LiveResource | undefined,
  unique: readonly Where[],
): NonNullable<Observation["claims"]> {
  const wheres = [...waysTo(watch.planning, resource, live), ...unique];
  const texts = new Map(wheres.map((where) => [canonicalJson(where), where]));
  return [...texts.values()].map((where) => ({
    where: Object.fromEntries(
      Object.entries(where).map(([name, value]) => [
        name,
        resource.sensitive.includes(name) ? hidden(watch, resource.address, name, value) : value,
      ]),
    ),
    by: watch
      .find(scope, where)
      .map(({ id }) => id)
      .sort(compareText),
  }));
}

function valuesAt(
  watch: Watch,
  address: Address,
  looked: Looked,
  paths: readonly string[],
  hides: (path: string) => boolean,
): Observation["fields"] {
  const entries = paths.map((path): [string, Json] => {
    const value = lookAt(watch.view, looked, path);
    return [path, hides(path) && value !== null ? hidden(watch, address, path, value) : value];
  });
  return Object.fromEntries(entries);
}

function isHidden(kind: Kind, resource: DesiredResource | undefined, path: string): boolean {
  const { name } = splitPath(path);
  return resource?.sensitive.includes(name) === true || kind.fields[name]?.sensitive === true;
}

function hidden({ planning }: Watch, address: Address, path: string, value: Json): Json {
  return planning.mask(value, `${address} ${path}`);
}
