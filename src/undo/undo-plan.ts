import { type Address, rootOf } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Diagnostic, Source } from "../model/diagnostic.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import { managedAs } from "../model/kind-index.ts";
import { type Live, liveKey } from "../model/live.ts";
import type { Plan } from "../planner/plan.ts";
import { within } from "../planner/state/targets.ts";
import { bareResource } from "../refresh/read-whole.ts";
import { compareText } from "../text/json.ts";
import { createdIn } from "./created-objects.ts";
import { addressBefore } from "./image.ts";
import { withIdsOfNow } from "./remade.ts";
import { type Cannot, sourcesIn, type UndoneRun } from "./undoing.ts";

/** Declares the objects that an undo reads: all that the run touched, with their fields and children. */
export function readingOf(run: UndoneRun): Desired {
  const { kinds } = run;
  const { organizations: ids } = run.journal.header;
  const sourceOf = sourcesIn(run);
  const touched = [...touchedIn(run.journal).values()];
  const inside = groupBy(
    touched.filter(({ kind }) => kinds.get(kind).parent !== undefined),
    ({ address }) => rootOf(address),
  );
  const trees = new Set(
    run.journal.images.flatMap(({ kind, address }) => (kind === undefined ? address : [])),
  );
  const organizations = Object.entries(ids).map(([alias, id]) => {
    const base = { alias, id, source: sourceOf(alias), manage: {}, manageSources: {} };
    return { ...base, ...(trees.has(alias) ? { order: [] } : {}) };
  });
  const resources = touched.map((one): DesiredResource => {
    const { address, kind, id, values } = one;
    const bare = {
      ...bareResource(kinds.all, kinds.get(kind), { address, id, source: sourceOf(address) }),
      ...(kinds.get(kind).parent !== undefined ? { parent: rootOf(address) } : {}),
      ...(kinds.get(kind).tree?.holds === true ? { order: [] } : {}),
    };
    if (values === undefined) return bare;
    const children = (inside.get(address) ?? []).map((child) => managedAs(kinds.get(child.kind)));
    return { ...bare, values, manage: Object.fromEntries(children.map((name) => [name, "listed"])) };
  });
  return { organizations, resources, organizationIds: ids };
}

/** An object that a run touched; without values, all that is in it is read. */
interface Touched extends Pick<DesiredResource, "address" | "kind"> {
  readonly id: string;
  readonly values?: DesiredResource["values"];
}

/** The objects with an image, and those that the run created or restored: somebody may have put something into these. */
function touchedIn(journal: UndoneRun["journal"]): ReadonlyMap<Address, Touched> {
  const { header, images } = journal;
  const created = new Map(createdIn(journal).map(({ address, id }) => [address, id]));
  const changed = header.changes.map(({ address, kind, action, id = "" }): Touched => {
    const isCreated = action === "create" || action === "restore";
    return { address, kind, id: created.get(address) ?? id, ...(isCreated ? {} : { values: {} }) };
  });
  const imaged = images.flatMap(({ address, kind, id = "", values }): readonly Touched[] =>
    kind === undefined ? [] : [{ address, kind, id, values }],
  );
  return new Map([...changed, ...imaged].map((one) => [one.address, one]));
}

/** The addresses of the objects that a run touched, as an undo declares them. */
export function touchedBy(journal: UndoneRun["journal"]): readonly Address[] {
  return [...touchedIn(journal).keys()].map((address) => addressBefore({ address }));
}

/** Declares what an undo reads by the ids of now. */
export function readingOn(run: UndoneRun, live: Live): Desired {
  return withoutLostIds(readingOf({ ...run, journal: withIdsOfNow(run, live).journal }), live);
}

/** Without the ids of objects that were created again: they have a new id, so the plan finds them by their names. */
export function withoutLostIds(desired: Desired, { resources }: Live): Desired {
  const there = new Set(resources.map(liveKey));
  return {
    ...desired,
    resources: desired.resources.map(({ id, ...one }) =>
      id === undefined || (!one.absent && !there.has(liveKey({ ...one, id }))) ? one : { ...one, id },
    ),
  };
}

/**
 * The plan of an undo in its own words: a delete has another reason, and no change has a hint for a manifest. A partial
 * plan lists only what its targets do not get back.
 */
export function inWordsOfUndo<Planned extends Pick<Plan, "document">>(
  planned: Planned,
  cannot: readonly Cannot[],
  run: UndoneRun,
): Planned {
  const { document } = planned;
  const changes = document.changes.map(({ hint: _, ...change }) =>
    change.action === "delete" ? { ...change, reason: "it was not there before the run" } : change,
  );
  const isMeant = document.partial === undefined ? () => true : within(document.partial.targets);
  const meant = cannot.filter(({ address }) => isMeant(address));
  const diagnostics = [...document.diagnostics, ...warningsOf(meant, sourcesIn(run))];
  const summary = { ...document.summary, unmanaged: 0 };
  return { ...planned, document: { ...document, changes, diagnostics, summary, unmanaged: [] } };
}

const code = { cannot: "DF5037", kept: "DF5038" } as const;

/** One warning for each reason, and one for each address of which something stays. */
function warningsOf(cannot: readonly Cannot[], sourceOf: (address: string) => Source): readonly Diagnostic[] {
  const severity = "warning" as const;
  const lacks = cannot.filter(({ isKept }) => isKept !== true);
  const kept = cannot.filter(({ isKept }) => isKept === true);
  return [
    ...[...groupBy(lacks, ({ why }) => why)].map(([why, all]): Diagnostic => {
      const addresses = [...new Set(all.map(({ address }) => address))].sort(compareText);
      const message = `${addresses.join(", ")}: ${why}`;
      return { code: code.cannot, severity, message, source: sourceOf(addresses[0] ?? "") };
    }),
    ...[...groupBy(kept, ({ address }) => address)].map(([address, all]): Diagnostic => {
      const reasons = [...new Set(all.map(({ why }) => why))].join("; ");
      const message = `${address}: ${reasons}: left as it is; --overwrite ${address} takes it back too`;
      return { code: code.kept, severity, message, source: sourceOf(address) };
    }),
  ];
}

type Told = Pick<PlanDocument, "diagnostics">;

/** The warnings in the plan of an undo about the parts that it cannot bring back. */
export function notUndone({ diagnostics }: Told): readonly Diagnostic[] {
  return diagnostics.filter((one) => one.code === code.cannot);
}

/** The warnings in the plan of an undo about what stays as it is, since it was changed after the run. */
export function keptByUndo({ diagnostics }: Told): readonly Diagnostic[] {
  return diagnostics.filter((one) => one.code === code.kept);
}

/** All that the plan of an undo tells of what it does not take back. */
export function toldByUndo(document: Told): readonly Diagnostic[] {
  return [...notUndone(document), ...keptByUndo(document)];
}
