import { expect, test } from "vitest";
import { memberKind } from "./member.ts";

test.each([
  ["edit", "read", ['can do less in the organization: goes from "edit" to "read"']],
  ["read", null, ['can do less in the organization: goes from "read" to guest']],
  ["admin", "edit", ['loses "admin"']],
  ["read", "edit", []],
  [null, "read", []],
  ["edit", "admin", ['becomes "admin": full control of the organization']],
])("a person who goes from %j to %j: %j", (before, after, told) => {
  const risks = memberKind.risks?.({
    action: "update",
    before: { role: before },
    after: { role: after },
  } as never);
  expect(risks?.map(({ text }) => text)).toEqual(told);
});
