import { kinds } from "../kinds/kinds.ts";
import type { Address } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Diagnostic, Source } from "../model/diagnostic.ts";
import { groupBy } from "../model/group-by.ts";
import { indexKinds } from "../model/kind-index.ts";
import { type Live, liveKey } from "../model/live.ts";
import { within } from "../planner/partial-plan.ts";
import type { Plan } from "../planner/plan.ts";
import { inDoubtIn, type Journal } from "../state/journal.ts";
import { compareText } from "../text/json.ts";
import { madeIn, makersAmong } from "./run-made.ts";
import type { Cannot, UndoInput } from "./undo-parts.ts";

const index = indexKinds(kinds);

/** What an undo of a run rests on: its journal, the journals of the undos of it so far, and what is declared now. */
export function undoInput(
  file: string,
  journal: Journal,
  undos: readonly Journal[],
  { resources }: Desired,
): UndoInput {
  const { header, images, there } = journal;
  // The header is the first line of a journal, and the images follow it.
  const lines = new Map<Address, number>(images.map(({ address }, at) => [address, at + 2]));
  const declared = new Map(resources.map((resource) => [resource.address, resource]));
  return {
    changes: header.changes,
    images,
    made: madeIn(journal),
    remade: undos.flatMap(madeIn),
    there,
    organizations: header.organizations,
    kinds: index,
    sourceOf: (address): Source => ({ file, line: lines.get(address) ?? 1, column: 1 }),
    declaredAt: (address) => declared.get(address),
  };
}

const lost = "whether it was created is not known, as the answer was lost: look for it on the platform";

/** Creates whose answer was lost: nobody knows what they made. */
export function lostCreates(journal: Journal): readonly Cannot[] {
  const kindMadeBy = makersAmong(journal.header.changes);
  return inDoubtIn(journal)
    .filter((intent) => kindMadeBy(intent) !== undefined)
    .map(({ address }) => ({ address, why: lost }));
}

/** Without the ids of objects that were created anew: they have another id now, so their names find them. */
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
 * `cannot` is what the undo does not bring back; a partial plan tells of its targets alone.
 */
export function inWordsOfUndo<Made extends Pick<Plan, "document">>(
  made: Made,
  cannot: readonly Cannot[],
  { sourceOf }: UndoInput,
): Made {
  const { document } = made;
  const changes = document.changes.map(({ hint: _, ...change }) =>
    change.action === "delete" ? { ...change, reason: "it was not there before the run" } : change,
  );
  const isMeant = document.partial === undefined ? () => true : within(document.partial.targets);
  const meant = cannot.filter(({ address }) => isMeant(address));
  const warnings = [...groupBy(meant, ({ why }) => why)].map(([why, all]): Diagnostic => {
    const addresses = all.map(({ address }) => address).sort(compareText);
    const message = `${addresses.join(", ")}: ${why}`;
    return { code: "DF5037", severity: "warning", message, source: sourceOf(addresses[0] ?? "") };
  });
  const diagnostics = [...document.diagnostics, ...warnings];
  const summary = { ...document.summary, unmanaged: 0 };
  return { ...made, document: { ...document, changes, diagnostics, summary, unmanaged: [] } };
}
