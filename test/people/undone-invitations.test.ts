import { expect, test } from "vitest";
import { peopleProject } from "../support/gitbook/people-project.ts";

test.each([false, true])(
  "undo says that an invitation stays, and leaves the person in who joined: %s",
  async (joins) => {
    const { docform, accept, mails } = await peopleProject("members: { new@acme.example: { role: read } }\n");
    await docform("apply --yes --invite");
    if (joins) accept("new@acme.example");
    const { stdout, stderr } = await docform("undo --yes");
    expect(stdout + stderr).toContain("new@acme.example: an invitation was sent by mail");
    expect(mails("new@acme.example")).toBe(joins ? 0 : 1);
  },
);
