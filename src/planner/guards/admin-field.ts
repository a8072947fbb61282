import type { Field, Kind } from "../../model/kind.ts";
import { perKind } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { equalJson, type Json } from "../../text/json.ts";
import { liveValue } from "../match/identity.ts";

/** A kind with a value that somebody in an organization has to have: the role `admin` of members. */
export interface LeadKind {
  readonly kind: Kind;
  /** Name of the field that has the value. */
  readonly field: string;
  readonly value: Json;
  readonly leads: (live: LiveResource) => boolean;
  /** Do they lead in name only: are they disabled? */
  readonly isIdle: (live: LiveResource) => boolean;
}

/** The lead of a kind; undefined where there is none. */
export const leadOf = perKind((kind): LeadKind | undefined => {
  const found = Object.entries<Field>(kind.fields).find(([, { leadValue }]) => leadValue !== undefined);
  if (found === undefined) return undefined;
  const [field, { leadValue: value = null, isIdle }] = found;
  return {
    kind,
    field,
    value,
    leads: (live) => equalJson(liveValue(kind, field, live), value),
    isIdle: ({ answer }) => isIdle?.(answer) === true,
  };
});
