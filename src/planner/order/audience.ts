import type { Kind, RiskInput } from "../../model/kind.ts";
import { apiName } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { FieldDiff } from "../diff/field-diff.ts";
import type { Draft } from "../draft.ts";
import { liveValue } from "../match/identity.ts";

/**
 * What an update does to who can open something, and whether it shows something else there. A call that narrows brings
 * nothing, whatever else it carries: nothing shall keep it waiting.
 */
export function audienceOf(
  kind: Kind,
  sent: readonly FieldDiff[],
  live: LiveResource | undefined,
): Pick<Draft, "narrows" | "widens" | "brings"> {
  if (sent.some((diff) => isNarrowedBy(kind, diff, live))) return { narrows: true };
  const after = Object.fromEntries(sent.map(({ name, value }) => [name, value]));
  const widens = live !== undefined && isExposedBy(kind, { action: "update", before: live.answer, after });
  const brings = widens || sent.some(({ field }) => field.refersTo !== undefined);
  return { ...(widens ? { widens } : {}), ...(brings ? { brings } : {}) };
}

/** A field narrows what the way back would expose. */
function isNarrowedBy(kind: Kind, { name, field, value }: FieldDiff, live: LiveResource | undefined) {
  const former =
    (live === undefined ? undefined : liveValue(kind, name, live)) ?? field.initial ?? field.whenNew;
  const before = { ...live?.answer, [apiName(name, field)]: value };
  return isExposedBy(kind, { action: "update", before, after: { [name]: former ?? null } });
}

function isExposedBy(kind: Kind, change: RiskInput): boolean {
  return kind.risks?.(change).some(({ exposes }) => exposes === true) === true;
}
