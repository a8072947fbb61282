import { comparablePerson } from "../model/address.ts";
import type { PolicyTestDocument } from "../model/documents/checks/policy-test-document.ts";
import { policyTestFormatVersion } from "../model/documents/format-versions.ts";
import { withComparableEmails } from "../planner/guards/comparable-emails.ts";
import { fieldsAsked, subjectOf } from "../planner/guards/policy.ts";
import type { Mistake } from "./expression.ts";
import { scopeOf } from "./policies.ts";
import type { WrittenExample } from "./policy-file.ts";
import type { Rule } from "./rules.ts";

type RuleResult = PolicyTestDocument["rules"][number];
type ExampleResult = RuleResult["examples"][number];
type Outcome = ExampleResult["expected"];

/** The time of examples that name none. */
const defaultNow = "2026-01-01T00:00:00Z";

/** Runs the examples of rules. */
export function testRules(rules: readonly Rule[]): PolicyTestDocument {
  const results = rules.map(
    (rule): RuleResult => ({
      name: rule.name,
      source: rule.source,
      examples: (rule.examples ?? []).map((example) => resultOf(rule, example)),
    }),
  );
  const examples = results.flatMap((one) => one.examples);
  const failed = examples.filter(({ passed }) => !passed).length;
  const untested = results.filter((one) => one.examples.length === 0).length;
  const summary = { rules: rules.length, examples: examples.length, failed, untested };
  return {
    formatVersion: policyTestFormatVersion,
    passed: failed === 0 && untested === 0,
    rules: results,
    summary,
  };
}

function resultOf(rule: Rule, example: WrittenExample): ExampleResult {
  const { name, expect: written } = example;
  // The document keeps the word of its first version.
  const expected = written === "passes" ? "holds" : written;
  const outcome = outcomeOf(rule, example);
  if (typeof outcome !== "string") return { name, expected, passed: false, problem: outcome.message };
  return { name, expected, outcome, passed: outcome === expected };
}

function outcomeOf(rule: Rule, { given }: WrittenExample): Outcome | Mistake {
  const { kind, action, address = "", field: path, before = null, after = null } = given;
  const { desired = {}, live = {}, author = "", now = defaultNow } = given;
  const field = path === undefined ? [] : [{ path, before, after }];
  const asked = fieldsAsked(scopeOf(rule), { kind, action, fields: field });
  if (asked.length === 0) return "does not apply";
  const subject = subjectOf({ kind, action, address }, asked[0], withComparableEmails({ desired, live }));
  const holds = rule.expression({ ...subject, author: comparablePerson(author), now: Date.parse(now) });
  return typeof holds === "boolean" ? (holds ? "holds" : "fails") : holds;
}
