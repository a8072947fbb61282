import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { peopleProject } from "../support/gitbook/people-project.ts";

const site = { id: "site_docs", title: "Docs", type: "premium", published: true };

/** A list that nothing but itself tells of, with an entry of it. */
const lists = [
  ["redirects", (at: number) => `source: /old/${at}, to: "https://acme.example/${at}"`],
  ["shareLinks", (at: number) => `name: Reader ${at}`],
] as const;

test.each(lists)("a run may delete all that it knows of a list: %s", async (list, entryOf) => {
  const declared = (more = ""): string => {
    const lines = [1, 2, 3, 4].map((at) => `      e${at}: { ${entryOf(at)}${more} }\n`);
    return `sites:\n  docs:\n    id: site_docs\n    title: Docs\n    type: premium\n    ${list}:\n${lines.join("")}`;
  };
  const { docform, declare, folder } = await peopleProject(declared(), { organization: { sites: [site] } });
  const ends = async (line: string): Promise<void> => {
    expect(await docform(line)).toMatchObject({ code: 0, stderr: expect.not.stringContaining("DF3005") });
  };
  await ends("apply --yes");
  await ends("undo --yes");
  await ends("apply --yes");
  declare(declared(", absent: true"));
  const record = join(folder, ".docform/record.json");
  const before = readFileSync(record);
  await ends("apply --yes --rehearse");
  await ends("plan --detailed-exitcode");
  // As after a crash before the record was written.
  writeFileSync(record, before);
  await ends("plan --detailed-exitcode");
});
