import type { Address } from "./address.ts";
import type { Draft } from "./draft.ts";
import type { FieldDiff } from "./field-diff.ts";
import type { Kind, RiskInput } from "./kind.ts";
import { apiName, perKind } from "./kind-index.ts";
import type { LiveResource } from "./live.ts";
import { liveValue } from "./match/identity.ts";

type Audience = Pick<Draft, "narrows" | "widens" | "brings">;

/** What is there once something of a kind is: more to see, or another way into what it stands in. */
export const broughtBy = perKind((kind) =>
  exposedBy(kind, { action: "create", after: {} }) === "parent" ? "access" : "content",
);

/** What an update does to who can open something, and whether it does anything else. */
export function audienceOf(
  kind: Kind,
  address: Address,
  sent: readonly FieldDiff[],
  live: LiveResource | undefined,
): Audience {
  const narrowed = sent.map((diff) => narrowedBy(kind, diff, live));
  const narrows = narrowed.find((one) => one !== undefined);
  const after = Object.fromEntries(sent.map(({ name, value }) => [name, value]));
  const widens =
    live !== undefined && exposedBy(kind, { action: "update", before: live.answer, after }) === "itself";
  return {
    ...(narrows === undefined ? {} : { narrows: addressOf(kind, address, narrows) }),
    ...(widens ? { widens } : {}),
    ...(narrowed.includes(undefined) ? { brings: broughtBy(kind) } : {}),
  };
}

/** What a delete does to who can open what the deleted one stood in: the reverse of its create. */
export function narrowedByDelete(kind: Kind, address: Address, { answer }: LiveResource): Audience {
  const exposed = exposedBy(kind, { action: "create", after: answer });
  return exposed === "parent" ? { narrows: addressOf(kind, address, exposed) } : {};
}

/** A field narrows what the way back would expose. What is new was no way into anything: nobody knows it yet. */
function narrowedBy(kind: Kind, { name, field, value }: FieldDiff, live: LiveResource | undefined) {
  if (live === undefined && broughtBy(kind) === "access") return undefined;
  const made = field.initial ?? field.whenNew;
  const former = live === undefined ? made : liveValue(kind, name, live);
  const before = { ...live?.answer, [apiName(name, field)]: value };
  return exposedBy(kind, { action: "update", before, after: { [name]: former ?? null } });
}

function exposedBy(kind: Kind, change: RiskInput): "itself" | "parent" | undefined {
  return kind.risks?.(change).find(({ exposes }) => exposes !== undefined)?.exposes;
}

function addressOf(kind: Kind, address: Address, exposed: "itself" | "parent"): Address {
  return exposed === "itself" ? address : address.slice(0, address.lastIndexOf(`.${kind.plural}.`));
}
