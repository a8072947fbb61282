import { expect, test } from "vitest";
import { peopleProject } from "../support/gitbook/people-project.ts";

test.each([
  ["collection: null", true],
  ["collection: id:col_open", true],
  ["collection: id:col_other", false],
])(
  "a space that leaves a collection that nobody but admins can open is opened: %s",
  async (place, isTold) => {
    const { docform } = await peopleProject(`spaces:\n  one: { id: sp_in, title: Inside, ${place} }\n`, {
      organization: {
        collections: [
          { id: "col_shut", title: "Shut", defaultLevel: null },
          { id: "col_other", title: "Other", defaultLevel: null },
          { id: "col_open", title: "Open", defaultLevel: "read" },
        ],
        spaces: [{ id: "sp_in", title: "Inside", collection: "col_shut", defaultLevel: "inherit" }],
      },
    });
    const { stdout } = await docform("plan");
    expect(stdout.includes("! members may see it, or do more in it than before")).toBe(isTold);
    expect(stdout).toContain("1 to move");
  },
);
