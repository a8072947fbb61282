import { expect, test } from "vitest";
import { siteSectionOperations } from "../../contract/parts/site-sections.ts";
import { prerequisites, type StepDraft } from "../state/draft.ts";
import { withJoinedCalls } from "./joined-calls.ts";

const { updateSiteSection } = siteSectionOperations;

function draft(key: string, after: readonly string[], more: Partial<StepDraft> = {}): StepDraft {
  const address = `acme/sites.hub.sections.${key.slice(0, 1)}`;
  return {
    key,
    address,
    operation: updateSiteSection,
    params: {},
    after: prerequisites(after, "list"),
    ...more,
  };
}

const move = (after: readonly string[] = []) => draft("a move", after, { body: { group: "g" }, joins: true });
const update = (after: readonly string[] = [], more: Partial<StepDraft> = {}) =>
  draft("a update", after, { body: { title: "A" }, ...more });

test("a move to another container goes with the update of the same object, and what waits for it waits for both", () => {
  const joined = withJoinedCalls([
    update(),
    draft("b create", []),
    move(["b create"]),
    draft("c sort", ["a move"]),
  ]);
  expect(joined).toEqual([
    update(["b create"], { body: { title: "A", group: "g" } }),
    draft("b create", []),
    draft("c sort", ["a update"]),
  ]);
});

test.each([
  [
    "something has to be done between the two",
    [update(), draft("b delete", ["a update"]), move(["b delete"])],
  ],
  [
    "it would be done between the two, the other way round",
    [move(), draft("b sort", ["a move"]), update(["b sort"])],
  ],
  ["the update shuts people out", [update([], { narrowing: ["title"] }), move()]],
  ["both say one field", [update([], { body: { group: "h" } }), move()]],
  ["the update is of another object", [draft("b update", [], { body: { title: "B" } }), move()]],
])("it has a call of its own where %s", (_, drafts) => {
  expect(withJoinedCalls(drafts)).toEqual(drafts);
});

test("a move that waits for another one waits for the call that this one joined", () => {
  const second = [
    draft("b update", [], { body: { title: "B" } }),
    draft("b move", ["a move"], { body: { group: "g" }, joins: true }),
  ];
  expect(withJoinedCalls([update(), move(), ...second])).toEqual([
    update([], { body: { title: "A", group: "g" } }),
    draft("b update", ["a update"], { body: { title: "B", group: "g" } }),
  ]);
});
