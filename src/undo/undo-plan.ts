import { kinds as allKinds } from "../kinds/kinds.ts";
import { rootOf } from "../model/address.ts";
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
  const { header, images } = run.journal;
  const sourceOf = sourcesIn(run);
  const touched = [...header.changes.map((change) => ({ ...change, values: {} })), ...images];
  const objects = touched.flatMap(({ kind, ...one }) => (kind === undefined ? [] : [{ ...one, kind }]));
  const isInside = ({ kind }: { readonly kind: string }): boolean => kinds.get(kind).parent !== undefined;
  const inside = groupBy(objects.filter(isInside), ({ address }) => rootOf(address));
  const resources = objects.map(({ address, kind, id = "", values, ...one }): DesiredResource => {
    const children = (inside.get(address) ?? []).map((child) => managedAs(kinds.get(child.kind)));
    return {
      ...bareResource(allKinds, kinds.get(kind), { address, id, source: sourceOf(address) }),
      ...(isInside({ kind }) ? { parent: rootOf(address) } : {}),
      values,
      manage: Object.fromEntries(children.map((name) => [name, "listed"])),
      absent: "action" in one && (one.action === "create" || one.action === "restore"),
      ...("order" in values ? { order: [] } : {}),
    };
  });
  const byAddress = new Map(resources.map((resource) => [resource.address, resource]));
  const trees = new Set(images.filter(({ kind }) => kind === undefined).map(({ address }) => address));
  const organizations = Object.entries(header.organizations).map(([alias, id]) => {
    const base = { alias, id, source: sourceOf(alias), manage: {}, manageSources: {} };
    return { ...base, ...(trees.has(alias) ? { order: [] } : {}) };
  });
  return { organizations, resources: [...byAddress.values()], organizationIds: header.organizations };
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
