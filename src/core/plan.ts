import { type Address, ownersOf } from "./address.ts";
import { type Possible, takenAlong } from "./birth.ts";
import { blockedReasons } from "./blocked.ts";
import type { Desired, DesiredOrganization, DesiredResource } from "./desired.ts";
import { type Diagnostic, hasErrors, type Source } from "./diagnostic.ts";
import { fingerprintsOf } from "./footprint.ts";
import { type Allowances, defaultGuardSettings, type GuardSettings } from "./guards/guard.ts";
import { guardVerdicts } from "./guards/guards.ts";
import { compareText, type Json } from "./json.ts";
import type { Kind } from "./kind.ts";
import { indexKinds } from "./kind-index.ts";
import type { Live, LiveResource } from "./live.ts";
import { groupBy, match } from "./match.ts";
import { navigationOf } from "./navigation.ts";
import { orderDrafts } from "./order.ts";
import { type Outcome, together } from "./outcome.ts";
import { type Effects, type IsTarget, partOf, within } from "./partial-plan.ts";
import { planDelete } from "./plan-delete.ts";
import { digestOf } from "./plan-digest.ts";
import { type PlanDocument, planFormatVersion, type Sensitive } from "./plan-document.ts";
import { planResource } from "./plan-resource.ts";
import { planSequence } from "./plan-sequence.ts";
import { type Planning, planningOf } from "./planning.ts";
import { withProposals } from "./proposals.ts";
import { restsOn } from "./rests-on.ts";
import { type FamilyOrder, familiesOf, orderFamily } from "./structure.ts";
import { countActions, countUnchanged } from "./summary.ts";
import { readTargets } from "./targets.ts";
import { undeclared, unmanagedIn } from "./unmanaged.ts";

/** What a plan is made of. */
export interface PlanInput {
  readonly desired: Desired;
  readonly live: Live;
  readonly kinds: readonly Kind[];
  readonly baseUrl: string;
  /** Version of docform. */
  readonly version: string;
  /** SHA-256 of a text, hexadecimal. */
  readonly hash: (text: string) => string;
  /** What stands in documents for a value that must not be shown; `place` is its address and field. */
  readonly mask: (value: Json, place: string) => string;
  /** What docform.yaml says of guards; left out: nothing. */
  readonly guards?: GuardSettings;
  /** What the command line lets pass. */
  readonly allowed?: Allowances;
  /** Addresses that the plan is for, as written; left out or empty: everything. */
  readonly targets?: readonly string[];
  /** Targets may name nothing: an apply has deleted them. */
  readonly targetsMayBeGone?: boolean;
}

/** A plan, and the values that its document hides. */
export interface Plan {
  readonly document: PlanDocument;
  /** Values by what stands for them (`$sensitive`); never printed, never written. */
  readonly secrets: ReadonlyMap<string, Json>;
}

/** The one plan: what differs, and the fewest calls in an order that works. Pure; same inputs, same bytes. */
export function plan(given: PlanInput): Plan {
  const input = { ...given, desired: withoutWhatGoes(given.desired) };
  const { mask, secrets } = hiding(input);
  const { planning, orders, diagnostics } = matchAndOrder(input, mask);
  const outcome = hasErrors(diagnostics) ? { changes: [], drafts: [] } : planAll(planning, orders);
  const { steps: all, diagnostics: circles } = orderDrafts(outcome.drafts);
  const whole = { changes: withProposals(planning, outcome.changes), steps: all };
  const chosen = choose(planning, whole, hasErrors(diagnostics) ? {} : input);
  const { changes, steps, isMeant } = chosen;
  const byAddress = groupBy(changes, ({ address }) => address);
  const guards = verdictsOn(planning, given, chosen);
  const unmanaged = unmanagedIn(planning, whole.changes).filter(({ parent }) => isMeant(parent));
  const changing = new Set(changes.flatMap(({ address }) => ownersOf(address)));
  const shown = [...orders].filter(([address]) => changing.has(address) && isMeant(address));
  const organizations = Object.fromEntries(input.desired.organizations.map(({ alias, id }) => [alias, id]));
  const counts = { calls: steps.length, reads: input.live.requests, unmanaged: unmanaged.length };
  const effects = { platform: { baseUrl: input.baseUrl }, organizations, steps: [...steps] };
  const observed = restsOn(planning, orders, changes);
  const document: PlanDocument = {
    formatVersion: planFormatVersion,
    tool: { name: "docform", version: input.version },
    ...(chosen.partial === undefined ? {} : { partial: chosen.partial }),
    ...effects,
    digest: digestOf(effects, input.hash),
    summary: {
      ...countActions(changes),
      held: guards.filter(({ held }) => held).length,
      unchanged: countUnchanged(input.desired, changes, isMeant),
      ...counts,
    },
    changes: [...changes],
    navigation: shown.flatMap(([address, order]) => navigationOf(planning, address, order, byAddress)),
    guards: [...guards],
    footprint: fingerprintsOf(observed, input.hash),
    observed,
    unmanaged: [...unmanaged],
    diagnostics: [...diagnostics, ...circles, ...chosen.diagnostics],
  };
  return { document, secrets };
}

/** Puts what stands for a value in its place, and remembers the value. */
function hiding(input: PlanInput) {
  const secrets = new Map<string, Json>();
  const mask = (value: Json, place: string): Json => {
    const token = input.mask(value, place);
    secrets.set(token, value);
    return { $sensitive: token } satisfies Sensitive;
  };
  return { mask, secrets };
}

/** What a plan is to do, of all that it could. */
interface Chosen extends Effects {
  readonly isMeant: IsTarget;
  readonly partial?: PlanDocument["partial"];
  readonly diagnostics: readonly Diagnostic[];
}

function choose(
  planning: Planning,
  whole: Effects,
  {
    targets: written = [],
    targetsMayBeGone: mayBeGone = false,
  }: Pick<PlanInput, "targets" | "targetsMayBeGone">,
): Chosen {
  if (written.length === 0) return { ...whole, isMeant: () => true, diagnostics: [] };
  const { resources, organizations } = planning.desired;
  const known = [...resources, ...whole.changes].map(({ address }) => address);
  const aliases = organizations.map(({ alias }) => alias);
  const { addresses, diagnostics } = readTargets(written, known, aliases, mayBeGone);
  const isMeant = within(addresses);
  const part = partOf(planning, isMeant, whole);
  const leftOut = {
    changes: whole.changes.length - part.changes.length,
    calls: whole.steps.length - part.steps.length,
  };
  return { ...part, isMeant, partial: { targets: [...addresses], leftOut }, diagnostics };
}

function verdictsOn(planning: Planning, given: PlanInput, { changes, steps }: Chosen) {
  const { guards: settings = defaultGuardSettings, allowed = {} } = given;
  const declared = given.desired.resources;
  return guardVerdicts({ planning, declared, changes, steps, settings, allowed });
}

/** What stands in something absent goes with it, whatever it says itself. */
function withoutWhatGoes(desired: Desired): Desired {
  const absent = new Set(desired.resources.flatMap(({ absent, address }) => (absent ? [address] : [])));
  if (absent.size === 0) return desired;
  const goes = (address: Address): boolean =>
    ownersOf(address).some((owner) => owner !== address && absent.has(owner));
  return { ...desired, resources: desired.resources.filter(({ address }) => !goes(address)) };
}

type Orders = ReadonlyMap<Address, readonly FamilyOrder[]>;

/**
 * Matches, and orders what stands in an order. What nothing can move to its place is built anew, which sets its
 * live object free: then matching starts again, until nothing more has to be.
 */
function matchAndOrder(
  input: PlanInput,
  mask: (value: Json, place: string) => Json,
): { planning: Possible; orders: Orders; diagnostics: readonly Diagnostic[] } {
  const kinds = indexKinds(input.kinds);
  const former = new Map<Address, LiveResource>();
  for (;;) {
    const matching = match(input.desired, input.live, kinds, new Set(former.keys()));
    const base = planningOf(input.desired, input.live, kinds, matching, former, mask);
    const planning: Possible = { ...base, blockedReason: blockedReasons(base) };
    const orders = hasErrors(matching.diagnostics) ? new Map() : ordersOf(planning);
    const rebuild = [...orders.values()].flatMap((all: readonly FamilyOrder[]) =>
      all.flatMap((one) => one.rebuild),
    );
    if (rebuild.length === 0) return { planning, orders, diagnostics: matching.diagnostics };
    for (const address of rebuild) {
      const live = matching.liveOf(address);
      if (live !== undefined) former.set(address, live);
    }
  }
}

/** Name under which a resource says that its sequence is declared. */
const structure = "structure";

function ordersOf(planning: Possible): Orders {
  const orders = new Map<Address, readonly FamilyOrder[]>();
  for (const resource of rootsOf(planning.desired)) {
    const isDeclared = resource.manage[structure] !== undefined && !resource.absent;
    if (!isDeclared || planning.blockedReason(resource.address) !== undefined) continue;
    const families = familiesOf(planning, resource.kind);
    orders.set(
      resource.address,
      families.map((family) => orderFamily(planning, resource, family)),
    );
  }
  return orders;
}

function rootsOf(desired: Desired): readonly DesiredResource[] {
  const roots = desired.resources.filter(({ parent }) => parent === undefined);
  return [...roots].sort((a, b) => compareText(a.address, b.address));
}

function planAll(planning: Possible, orders: Orders): Outcome {
  const declared = rootsOf(planning.desired).map((resource) => planTree(planning, resource, orders));
  const surplus = planning.desired.organizations.map((organization) =>
    planSurplus(planning, organizationHolder(organization)),
  );
  return together([...declared, ...surplus]);
}

/** A resource with everything that stands in it. */
function planTree(planning: Possible, resource: DesiredResource, orders: Orders): Outcome {
  const own = planResource(planning, resource, { body: takenAlong(planning, resource), after: [] });
  if (resource.absent || planning.blockedReason(resource.address) !== undefined) return own;
  const sequences = orders.get(resource.address);
  const children = planning
    .desiredIn(resource.address)
    .filter(({ kind }) => planning.kinds.get(kind).sequence === undefined)
    .map((child) => planResource(planning, child));
  const live = planning.matching.liveOf(resource.address);
  return together([
    own,
    ...(sequences === undefined ? [] : [planSequence(planning, resource, sequences)]),
    ...children,
    ...(live === undefined ? [] : [planSurplus(planning, resourceHolder(resource))]),
  ]);
}

/** Deletes what is not declared in collections that are to be exact. */
function planSurplus(planning: Possible, holder: Holder): Outcome {
  const kinds = planning.kinds
    .childrenOf(holder.parent?.kind)
    .filter(({ plural, shape }) => shape === "collection" && holder.manage[plural] === "exact");
  return together(
    kinds.flatMap((kind) =>
      undeclared(planning, holder.organization, kind, holder.parent).map((live) => {
        const reason = `not declared, and ${holder.address} manages ${kind.plural} exactly`;
        return planDelete(planning, live, { reason, source: holder.sourceOf(kind.plural) });
      }),
    ),
  );
}

/** What holds collections: an organization, or a resource. */
interface Holder {
  readonly organization: string;
  readonly address: string;
  readonly manage: DesiredResource["manage"];
  readonly sourceOf: (plural: string) => Source | undefined;
  readonly parent?: DesiredResource;
}

function organizationHolder({ alias, manage, manageSources }: DesiredOrganization): Holder {
  return { organization: alias, address: alias, manage, sourceOf: (plural) => manageSources[plural] };
}

function resourceHolder(parent: DesiredResource): Holder {
  const { organization, address, manage, sources } = parent;
  return { organization, address, manage, sourceOf: (plural) => sources[`manage.${plural}`], parent };
}
