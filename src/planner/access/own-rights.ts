import type { Change } from "../../model/documents/plan-document.ts";
import type { Field } from "../../model/field.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { equalJson } from "../../text/json.ts";

/**
 * The rights that a change takes from whom it is about, in words after `would`: the token's user could not take it back.
 * Undefined for nothing, and where nobody tells whose the token is.
 */
export function rightsTaken({ action, kind, fields = [] }: Change, kinds: KindIndex): string | undefined {
  const { caller, fields: known } = kinds.get(kind);
  if (caller === undefined) return undefined;
  if (action === "delete") return "leave the organization";
  const lost = fields.find(({ path, before }) => {
    const field: Field | undefined = known[path];
    return field?.adminRole !== undefined && equalJson(before ?? null, field.adminRole);
  });
  return lost === undefined ? undefined : `lose "${String(lost.before)}" in the organization`;
}
