import { comparablePerson } from "../model/address.ts";
import type { Policy, PolicyScope } from "../planner/guards/policy.ts";
import { type Rule, ranOut, unusable } from "./rules.ts";

/** The time and the person that rules are asked with. */
export interface Circumstances {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The author of the change; empty when unknown. */
  readonly author: string;
}

/** The rules as the planner asks them. */
export function policiesOf(rules: readonly Rule[], circumstances: Circumstances): readonly Policy[] {
  return rules.map((rule) => ({
    name: rule.name,
    severity: rule.severity ?? "error",
    scope: scopeOf(rule),
    message: rule.message,
    holds: (subject) => {
      const holds = rule.expression({
        ...subject,
        ...circumstances,
        author: comparablePerson(circumstances.author),
      });
      if (typeof holds === "boolean") return holds;
      const told = holds.ranOut === true ? ranOut : unusable;
      return told(rule.name, holds, rule.placeOf(holds), subject.change.address);
    },
  }));
}

/** The changes that a rule is asked about. */
export function scopeOf({ when = {} }: Pick<Rule, "when">): PolicyScope {
  const { kind, action, field } = when;
  return {
    kinds: kind === undefined ? undefined : [kind].flat(),
    actions: action === undefined ? undefined : [action].flat(),
    fields: field === undefined ? undefined : [field].flat(),
  };
}
