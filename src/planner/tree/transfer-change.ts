import type { FieldChange } from "../../model/documents/plan-document.ts";

/** Path under which a change says from which organization something goes, and to which. */
const path = "organization";

/** Why a transfer is told as a risk. */
export const transferRisk = "it leaves this organization: only a transfer from the other one brings it back";

/** The field that a transfer changes: the organization, by the aliases. */
export function transferField(before: string, after: string): FieldChange {
  return { path, before, after };
}

/** A change of a plan, or of a journal, which keeps of its fields only the paths. */
interface Told {
  readonly action: string;
  readonly fields?: readonly (string | Pick<FieldChange, "path">)[];
}

/** Does the change take something to another organization? From there, only a transfer brings it back. */
export function isTransfer({ action, fields = [] }: Told): boolean {
  return (
    action === "move" && fields.some((field) => (typeof field === "string" ? field : field.path) === path)
  );
}
