import { expect, test } from "vitest";
import { peopleProject } from "../support/gitbook/people-project.ts";

const rules = `{ type: rules, rules: [
  { rule: require_one_of_specific_reviewers, users: [ana@acme.example] },
  { rule: require_up_to_date_change_request },
  { rule: custom, expression: "true", message: Ask somebody } ] }`;

test("rules of the published API converge, wherever a space or an organization is shown", async () => {
  const { docform } = await peopleProject(
    `settings: { mergeRules: ${rules} }
spaces: { one: { title: One, mergeRules: ${rules} }, copy: { title: Copy, duplicateFrom: one } }
sites: { docs: { title: Docs, type: basic, structure: [{ section: start, title: Start, spaces: [{ space: one }] }] } }\n`,
  );
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  expect(await docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
});
