import { type Address, ownersOf } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import type { Kind } from "../model/kind.ts";
import type { Live } from "../model/live.ts";
import type { Json } from "../text/json.ts";
import type { Allowances, GuardSettings } from "./guards/guard.ts";
import type { Policy } from "./guards/policy.ts";
import type { LastApply } from "./match/recorded-ids.ts";
import type { Inviting } from "./waiting.ts";

/** The input of a plan. */
export interface PlanInput {
  readonly desired: Desired;
  readonly live: Live;
  readonly kinds: readonly Kind[];
  /** The address of the platform, and what else the plan is to say of it. */
  readonly baseUrl: string;
  readonly api?: PlanDocument["platform"]["api"];
  /** Version of docform. */
  readonly version: string;
  /** SHA-256 of a text, hexadecimal. */
  readonly hash: (text: string) => string;
  /** The text that replaces a secret value in documents; `place` is its address and field. */
  readonly mask: (value: Json, place: string) => string;
  /** The guards of docform.yaml; left out: the defaults. */
  readonly guards?: GuardSettings;
  /** The rules of the project that the plan is held against. */
  readonly policies?: readonly Policy[];
  /** The options of the command line that let guards pass. */
  readonly allowed?: Allowances;
  /** Addresses that the plan is for, as written; left out or empty: everything. */
  readonly targets?: readonly string[];
  /** Addresses that any target brings along. */
  readonly alongTargets?: readonly Address[];
  /** Targets may name nothing: an apply has deleted them. */
  readonly targetsMayBeGone?: boolean;
  /** The record of the last apply; left out when there is none. */
  readonly lastApply?: LastApply;
  /** True, or left out, when `desired` holds all manifests. Otherwise nothing is reported as no longer declared. */
  readonly isWhole?: boolean;
  /** Addresses whose task is to run, and whose values that cannot be read back are to be sent, as typed. */
  readonly run?: readonly string[];
  readonly resend?: readonly string[];
  /** Left out: nobody is invited. */
  readonly inviting?: Inviting | undefined;
}

/** A resource inside an absent one is deleted with it, whatever its own block says. */
export function withoutChildrenOfAbsent(desired: Desired): Desired {
  const absent = new Set(desired.resources.flatMap(({ absent, address }) => (absent ? [address] : [])));
  if (absent.size === 0) return desired;
  const goes = (address: Address): boolean =>
    ownersOf(address).some((owner) => owner !== address && absent.has(owner));
  return { ...desired, resources: desired.resources.filter(({ address }) => !goes(address)) };
}

/** The platform of a plan, and the ids of its organizations by alias. */
export function planTarget(input: PlanInput): Pick<PlanDocument, "platform" | "organizations"> {
  const { baseUrl, api, desired } = input;
  const organizations = Object.fromEntries(desired.organizations.map(({ alias, id }) => [alias, id]));
  return { platform: { baseUrl, ...(api === undefined ? {} : { api }) }, organizations };
}
