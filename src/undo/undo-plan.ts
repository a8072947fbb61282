import { kinds } from "../kinds/kinds.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Source } from "../model/diagnostic.ts";
import { indexKinds } from "../model/kind-index.ts";
import { type Live, liveKey } from "../model/live.ts";
import type { Plan } from "../planner/plan.ts";
import { within } from "../planner/targets.ts";
import type { Journal } from "../state/journal.ts";
import { createdIn } from "./created-objects.ts";
import type { Cannot, UndoInput } from "./undo-input.ts";
import { warningsOf } from "./what-cannot-come-back.ts";

const index = indexKinds(kinds);

/** What an undo of a run is made from: its journal, and what the manifests protect and hide now. */
export function undoInput(file: string, journal: Journal, { resources }: Desired): UndoInput {
  const { header, images, there } = journal;
  // The header is the first line of a journal, and the images follow it.
  const lines = new Map<Address, number>(images.map(({ address }, at) => [address, at + 2]));
  const declared = new Map(resources.map((resource) => [resource.address, resource]));
  return {
    changes: header.changes,
    images,
    created: createdIn(journal),
    there,
    organizations: header.organizations,
    kinds: index,
    sourceOf: (address): Source => ({ file, line: lines.get(address) ?? 1, column: 1 }),
    declaredAt: (address) => declared.get(address),
  };
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
 * The plan of an undo says what an undo does: a delete has another reason, and no change has a hint for a manifest.
 * `cannot` is what the undo does not bring back; a partial plan lists that for its targets alone.
 */
export function inWordsOfUndo<Planned extends Pick<Plan, "document">>(
  planned: Planned,
  cannot: readonly Cannot[],
  { sourceOf }: UndoInput,
): Planned {
  const { document } = planned;
  const changes = document.changes.map(({ hint: _, ...change }) =>
    change.action === "delete" ? { ...change, reason: "it was not there before the run" } : change,
  );
  const isMeant = document.partial === undefined ? () => true : within(document.partial.targets);
  const warnings = warningsOf(
    cannot.filter(({ address }) => isMeant(address)),
    sourceOf,
  );
  const diagnostics = [...document.diagnostics, ...warnings];
  const summary = { ...document.summary, unmanaged: 0 };
  return { ...planned, document: { ...document, changes, diagnostics, summary, unmanaged: [] } };
}
