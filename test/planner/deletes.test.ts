import { expect, test } from "vitest";
import { manifest, project } from "../support/processes/cli-fixture.ts";

test("what can be restored is told apart from what is final, in text and in Markdown", async () => {
  const { docform } = await project(
    manifest(
      "collections: { old: { title: Old, absent: true } }\nspaces: { one: { title: One, absent: true } }\nteams: { docs: { id: team_docs, absent: true } }\n",
    ),
  );
  const text = await docform("plan");
  expect(text.stdout).toMatch(/spaces\.one[^\n]*\n[^\n]*\n +can be restored \(id sp_one\)/);
  expect(text.stdout).toContain("2 to delete (1 cannot be undone)");
  const markdown = await docform("plan --format markdown");
  expect(markdown.stdout).toMatch(/`spaces\.one` `One`: it is declared absent; can be restored/);
  expect(markdown.stdout).toMatch(/`teams\.docs`[^\n]*cannot be undone/);
});
