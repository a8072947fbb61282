import type { Change, FieldChange, PlanDocument } from "../../model/documents/plan-document.ts";
import { diffText } from "../value.ts";

/** Addresses that a sentence names before it counts. */
const mostNames = 10;
/** Fields of one address that a sentence shows. */
const mostFields = 5;

/** The effect of a plan, in a sentence: the resources that it makes calls for, with values before and after, and with the risks. */
export function effectsText({ steps, changes }: Pick<PlanDocument, "steps" | "changes">): string {
  const addresses = [...new Set(steps.map(({ address }) => address))];
  if (addresses.length === 0) return "it makes no call";
  const named = addresses.slice(0, mostNames).map((address) => {
    const own = changes.filter((change) => change.address === address && change.action !== "blocked");
    const facts = own.flatMap(factsOf).join("; ");
    return facts === "" ? address : `${address} (${facts})`;
  });
  const more = addresses.length > mostNames ? ` and ${addresses.length - mostNames} more` : "";
  return `it makes calls for ${named.join(", ")}${more}`;
}

function factsOf({ action, fields = [], risks = [] }: Change): readonly string[] {
  const shown = action === "create" ? [] : fields.slice(0, mostFields);
  return [...(action === "update" ? [] : [action]), ...shown.map(fieldText), ...risks];
}

function fieldText({ path, before, after, sensitive }: FieldChange): string {
  return sensitive === true ? `${path} (sensitive)` : `${path} ${diffText(before, after)}`;
}
