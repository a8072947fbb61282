import { kinds as allKinds } from "../kinds/kinds.ts";
import { type Address, rootOf } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Diagnostic, Source } from "../model/diagnostic.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import { managedAs } from "../model/kind-index.ts";
import { type Live, liveKey } from "../model/live.ts";
import type { Plan } from "../planner/plan.ts";
import { within } from "../planner/targets.ts";
import { bareResource } from "../refresh/read-whole.ts";
import { compareText } from "../text/json.ts";
import { type Cannot, kinds, sourcesIn, type UndoneRun } from "./undoing.ts";

/** Declares the objects that an undo reads: all that the run touched, with their fields and children. */
export function readingOf(run: UndoneRun): Desired {
  const { organizations: ids } = run.journal.header;
  const sourceOf = sourcesIn(run);
  const touched = [...touchedIn(run.journal).values()];
  const inside = groupBy(touched.filter(isInside), ({ address }) => rootOf(address));
  const trees = new Set(
    run.journal.images.flatMap(({ kind, address }) => (kind === undefined ? address : [])),
  );
  const organizations = Object.entries(ids).map(([alias, id]) => {
    const base = { alias, id, source: sourceOf(alias), manage: {}, manageSources: {} };
    return { ...base, ...(trees.has(alias) ? { order: [] } : {}) };
  });
  const resources = touched.map((one): DesiredResource => {
    const { address, kind, id, values, absent } = one;
    const children = (inside.get(address) ?? []).map((child) => managedAs(kinds.get(child.kind)));
    return {
      ...bareResource(allKinds, kinds.get(kind), { address, id, source: sourceOf(address) }),
      ...(isInside(one) ? { parent: rootOf(address) } : {}),
      values,
      manage: Object.fromEntries(children.map((name) => [name, "listed"])),
      absent,
      ...("order" in values ? { order: [] } : {}),
    };
  });
  return { organizations, resources, organizationIds: ids };
}

/** An object that a run touched. */
interface Touched extends Pick<DesiredResource, "address" | "kind" | "values" | "absent"> {
  readonly id: string;
}

/** The objects with an image, and those that the run created or restored: their contents need no read. */
function touchedIn({ header, images }: UndoneRun["journal"]): ReadonlyMap<Address, Touched> {
  const changed = header.changes.map(({ address, kind, id = "", action }): Touched => {
    return { address, kind, id, values: {}, absent: action === "create" || action === "restore" };
  });
  const imaged = images.flatMap(({ address, kind, id = "", values }): readonly Touched[] =>
    kind === undefined ? [] : [{ address, kind, id, values, absent: false }],
  );
  return new Map([...changed, ...imaged].map((one) => [one.address, one]));
}

function isInside({ kind }: Touched): boolean {
  return kinds.get(kind).parent !== undefined;
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

const code = "DF5037";

/** One warning for each reason. */
function warningsOf(cannot: readonly Cannot[], sourceOf: (address: string) => Source): readonly Diagnostic[] {
  return [...groupBy(cannot, ({ why }) => why)].map(([why, all]): Diagnostic => {
    const addresses = [...new Set(all.map(({ address }) => address))].sort(compareText);
    const message = `${addresses.join(", ")}: ${why}`;
    return { code, severity: "warning", message, source: sourceOf(addresses[0] ?? "") };
  });
}

/** The warnings in the plan of an undo about the parts that it cannot bring back. */
export function notUndone({ diagnostics }: Pick<PlanDocument, "diagnostics">): readonly Diagnostic[] {
  return diagnostics.filter((one) => one.code === code);
}
