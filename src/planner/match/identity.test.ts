import { expect, test } from "vitest";
import { kinds } from "../../kinds/kinds.ts";
import { indexKinds } from "../../model/kind-index.ts";
import { namesOf } from "./identity.ts";

const index = indexKinds(kinds);

test("the names that records seal are written as in the records that there are", () => {
  const section = { id: "sec_1", path: "guides", title: 'The "guides"' };
  const live = {
    kind: "section",
    id: "sec_1",
    organization: "acme",
    parentId: "site_1",
    answer: section,
    memberships: {},
  };
  expect(namesOf(index.get("section"), live)).toEqual([
    String.raw`path title "guides" "The \"guides\""`,
    'path "guides"',
    String.raw`title "The \"guides\""`,
  ]);
});
