import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Diagnostic, Source } from "../../model/diagnostic.ts";
import type { Change, GuardVerdict, Step } from "../../model/documents/plan-document.ts";
import type { Waiting } from "../../model/documents/waiting.ts";
import type { Planning } from "../state/planning.ts";
import type { Policy } from "./policy.ts";

/** The settings under `guards` in docform.yaml. */
export interface GuardSettings {
  /** Members with the role admin that a plan must leave, not counting who is disabled. */
  readonly minAdmins: number;
  /** Emails or ids of admins that must stay so. */
  readonly requiredAdmins: readonly string[];
  /** Is a plan held that opens something to more people, or is that only shown? */
  readonly exposure: "show" | "hold";
  /** Is a plan held for people who have not joined yet, or do they wait, as when it is left out? */
  readonly missingMembers?: "wait" | "hold";
  /** Days after which somebody who has not joined is invited again. */
  readonly inviteAgainAfter?: number;
}

/** The settings of a project that says nothing of guards. */
export const defaultGuardSettings: GuardSettings = { minAdmins: 1, requiredAdmins: [], exposure: "show" };

/** The options of the command line that let guards pass, this once. */
export interface Allowances {
  /** The exact number of deletes in the plan. */
  readonly deletes?: number;
  readonly empty?: boolean;
  readonly exposure?: boolean;
  readonly ownerless?: boolean;
  /** The user of the token may lose access, and a first access may change everybody's. */
  readonly access?: boolean;
  /** People may leave a list in which somebody is not found. */
  readonly removals?: boolean;
  /** Another token applies the plan: what this one may do does not count. */
  readonly permissions?: boolean;
  /** Names of the policies that ask and are approved. */
  readonly approved?: readonly string[];
}

/** The input of a guard. */
export interface GuardInput {
  readonly planning: Planning;
  /** All declared resources, with those inside absent ones. */
  readonly declared: readonly DesiredResource[];
  readonly changes: readonly Change[];
  readonly steps: readonly Step[];
  /** People who have not joined yet; left out for nobody. */
  readonly waiting?: readonly Waiting[] | undefined;
  readonly settings: GuardSettings;
  readonly allowed: Allowances;
  /** The rules of the project. */
  readonly policies: readonly Policy[];
}

/**
 * A finding of a guard. It holds the plan, unless `passes`: then the option in `allow` was given. A diagnostic is told
 * instead, and nothing is held.
 */
export interface Finding extends Omit<GuardVerdict, "rule" | "held"> {
  readonly passes?: boolean;
  readonly diagnostic?: Diagnostic;
}

/** A finding at the address of a change; the option in `allow` lets it pass. */
export function findingAt(
  { address, source }: { readonly address: Address; readonly source?: Source | undefined },
  message: string,
  allow: string,
  passes = false,
): Finding {
  return { address, message, allow, passes, ...(source === undefined ? {} : { source }) };
}

/** A rule that can hold a plan back. It never hides anything of the plan. */
export interface Guard {
  readonly rule: string;
  readonly judge: (input: GuardInput) => readonly Finding[];
}
