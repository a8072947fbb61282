import type { Change, FieldChange } from "../documents/plan-document.ts";

/** Path under which a change says from which organization something goes, and to which. */
const path = "organization";

/** Why a transfer is told as a risk. */
export const transferRisk = "it leaves this organization: only a transfer from the other one brings it back";

/** What a transfer changes: the organization, by the aliases. */
export function transferField(before: string, after: string): FieldChange {
  return { path, before, after };
}

/** Does the change take something to another organization? */
export function isTransfer({ action, fields = [] }: Change): boolean {
  return action === "move" && fields.some((field) => field.path === path);
}
