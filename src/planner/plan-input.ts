import { type Address, ownersOf } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import type { Kind } from "../model/kind.ts";
import type { Live } from "../model/live.ts";
import type { Json } from "../text/json.ts";
import type { Allowances, GuardSettings } from "./guards/guard.ts";
import type { Policy } from "./guards/policy.ts";
import type { LastApply } from "./match/recorded-ids.ts";

/** What a plan is made of. */
export interface PlanInput {
  readonly desired: Desired;
  readonly live: Live;
  readonly kinds: readonly Kind[];
  readonly baseUrl: string;
  /** Version of docform. */
  readonly version: string;
  /** SHA-256 of a text, hexadecimal. */
  readonly hash: (text: string) => string;
  /** What stands in documents for a value that must not be shown; `place` is its address and field. */
  readonly mask: (value: Json, place: string) => string;
  /** What docform.yaml says of guards; left out: nothing. */
  readonly guards?: GuardSettings;
  /** The rules of the project that the plan is held against. */
  readonly policies?: readonly Policy[];
  /** What the command line lets pass. */
  readonly allowed?: Allowances;
  /** Addresses that the plan is for, as written; left out or empty: everything. */
  readonly targets?: readonly string[];
  /** Targets may name nothing: an apply has deleted them. */
  readonly targetsMayBeGone?: boolean;
  /** What the last apply left; without it, planning does without. */
  readonly lastApply?: LastApply;
  /** Is all that the manifests declare in `desired`? Left out: yes. Else nothing is said to be no longer declared. */
  readonly isWhole?: boolean;
  /** Addresses whose task is to run, and whose values that cannot be read back are to be sent, as typed. */
  readonly run?: readonly string[];
  readonly resend?: readonly string[];
}

/** What stands in something absent goes with it, whatever it says itself. */
export function withoutChildrenOfAbsent(desired: Desired): Desired {
  const absent = new Set(desired.resources.flatMap(({ absent, address }) => (absent ? [address] : [])));
  if (absent.size === 0) return desired;
  const goes = (address: Address): boolean =>
    ownersOf(address).some((owner) => owner !== address && absent.has(owner));
  return { ...desired, resources: desired.resources.filter(({ address }) => !goes(address)) };
}
