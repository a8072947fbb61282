import type { JsonObject } from "../../../src/text/json.ts";
import type { TestPlatform } from "./test-platform.ts";

/** s1 · outer (s2 · inner (s3) · s4) · s5, a deleted space, and two sites; beside it another organization. */
export const treeSeed = {
  now: "2026-01-05T09:00:00Z",
  tokens: {
    admin: { user: "ana@acme.example", rights: "admin" },
    reader: { user: "ana@acme.example", rights: "read" },
    local: { user: "ana@acme.example", rights: "admin", organizations: ["org"] },
  },
  organizations: [
    {
      id: "org",
      title: "Org",
      members: [{ email: "ana@acme.example", role: "admin" }],
      collections: [
        { id: "outer", title: "Outer", order: ["s2"], collections: [{ id: "inner", title: "Inner" }] },
      ],
      spaces: [
        { id: "s1", title: "One" },
        { id: "s2", title: "Two", collection: "outer", emoji: "1f680", language: "de", editMode: "locked" },
        { id: "s3", title: "Three", collection: "inner" },
        { id: "s4", title: "Four", collection: "outer" },
        { id: "s5", title: "Five" },
        { id: "old", title: "Old", collection: "inner", deletedAt: "2026-01-01T10:00:00+01:00" },
      ],
      order: ["s1", "outer", "s5"],
      sites: [
        { id: "flat", title: "Flat", structure: [{ space: "s1" }, { space: "s3", id: "ss_3" }] },
        {
          id: "deep",
          title: "Deep",
          structure: [
            { section: "Only it", id: "sec_only", spaces: [{ space: "s1" }] },
            { section: "Both", id: "sec_both", spaces: [{ space: "s1" }, { space: "s3", id: "ss_both" }] },
          ],
        },
      ],
    },
    { id: "org_2", title: "Other", spaces: [{ id: "x1", title: "X" }] },
  ],
};

/** Ids of a list. */
export const ids = (items: readonly JsonObject[]) => items.map((item) => item.id);

/** Spaces and collections as they stand: `s1 outer(s2 inner(s3) s4) s5`. */
export function contentTree({ platform: { state } }: TestPlatform, organization = "org"): string {
  const show = (id: string): string => {
    const collection = state.collections[id];
    return collection === undefined ? id : `${id}(${collection.children.map(show).join(" ")})`;
  };
  return (state.organizations.byId[organization]?.children ?? []).map(show).join(" ");
}
