import type { Address } from "../model/address.ts";
import type { Diagnostic, Source } from "../model/diagnostic.ts";
import type { BeforeImage } from "../model/documents/before-image.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import { isTransfer } from "../planner/tree/transfer-change.ts";
import { inDoubtIn, type Journal } from "../state/journal.ts";
import { compareText, type Json } from "../text/json.ts";
import { kindsCreatedBy } from "./created-objects.ts";
import type { UndoContext } from "./undo-context.ts";
import type { Cannot } from "./undo-input.ts";

/** Why an object that is created again is not quite what it was. */
export const newId = "it is created again under a new id, as the API cannot bring back the old one";

/** Why a transfer stays. */
export const transferred = "it went to another organization: only a transfer from there brings it back";

const lost = "whether it was created is not known, as the answer was lost: look for it on the platform";

/** Lists something that an undo cannot bring back. */
export function tellCannot({ cannot }: UndoContext, address: Address, why: string): void {
  cannot.set(`${address} ${why}`, { address, why });
}

/** Lists an object that no call brings back, when the run had to do with it. */
export function tellGone(context: UndoContext, image: BeforeImage, kind: Kind): void {
  const changes = context.changesOf(image);
  if (changes.length > 0 && !changes.some(isTransfer))
    tellCannot(context, image.address, `the ${kind.name} is gone, and cannot be restored any more`);
}

/** Lists what named the objects that the run deleted, where the undo does not say that it names them again. */
export function tellReferrers(context: UndoContext): void {
  for (const image of context.images) {
    for (const { address, field } of image.namedBy ?? []) {
      if (context.stateOf(image) === "there") continue;
      if (isDeclaredAgain(context, address, field)) continue;
      const why = `it named ${image.address} (${field}) when the run deleted that: what the platform then changed in it is not undone`;
      tellCannot(context, address, why);
    }
  }
}

function isDeclaredAgain({ resources, imageAt }: UndoContext, address: Address, field: string): boolean {
  const id = imageAt(address)?.id;
  const declared =
    resources.get(address) ?? [...resources.values()].find((one) => id !== undefined && one.id === id);
  return declared?.values[field] !== undefined;
}

/** Why an object cannot be created again; undefined when it can. */
export function whyNotRecreated(
  context: UndoContext,
  kind: Kind,
  values: Readonly<Record<string, Json>>,
  image: BeforeImage,
): string | undefined {
  // The plan itself says of a kind that nobody can create it.
  if (kind.operations.create === undefined) return undefined;
  const first = kind.required.find((name) => values[name] === undefined && name !== kind.keyField);
  if (first !== undefined) return `it cannot be created again without its ${first}`;
  const namesake = context.namesakeOf(image);
  return namesake === undefined
    ? undefined
    : `it is not created again, as nothing but the id would tell it from the ${kind.name} "${namesake.id}"`;
}

/** Creates whose answer was lost: nobody knows whether there is something to delete. */
export function lostCreates(journal: Journal): readonly Cannot[] {
  const kindCreatedBy = kindsCreatedBy(journal.header.changes);
  return inDoubtIn(journal)
    .filter((intent) => kindCreatedBy(intent) !== undefined)
    .map(({ address }) => ({ address, why: lost }));
}

/** One warning for each reason. */
export function warningsOf(
  cannot: readonly Cannot[],
  sourceOf: (address: Address) => Source,
): readonly Diagnostic[] {
  return [...groupBy(cannot, ({ why }) => why)].map(([why, all]): Diagnostic => {
    const addresses = all.map(({ address }) => address).sort(compareText);
    const message = `${addresses.join(", ")}: ${why}`;
    return { code: "DF5037", severity: "warning", message, source: sourceOf(addresses[0] ?? "") };
  });
}

/** The warnings in the plan of an undo about what it cannot bring back. */
export function notUndone({ diagnostics }: Pick<PlanDocument, "diagnostics">): readonly Diagnostic[] {
  return diagnostics.filter(({ code }) => code === "DF5037");
}
