import { expect, test } from "vitest";
import { peopleProject } from "../support/gitbook/people-project.ts";

const body =
  "spaces: { one: { title: One } }\nsites: { docs: { title: Docs, type: basic, structure: [{ space: one }] } }\n";

test.each([
  [null, "+ One "],
  [{ url: "https://git.example/acme" }, "blocked: the service writes the structure of this site"],
])("gitSync %j says whether something else writes the structure", async (gitSync, expected) => {
  const site = { object: "site", id: "site_docs", title: "Docs", type: "basic", visibility: "public" };
  const answer = { items: [{ ...site, published: false, createdAt: "2026-01-01T00:00:00Z", gitSync }] };
  const { docform } = await peopleProject(body, {
    organization: { sites: [{ id: "site_docs", title: "Docs", type: "basic" }] },
    faults: [{ operation: "listSites", fault: "answer", status: 200, body: answer }],
  });
  const { stdout, stderr } = await docform("plan");
  expect(stdout, stderr).toContain(expected);
});

test("a pull reads the structure of a site once, for all that is in it", async () => {
  const structure = [{ section: "Start", spaces: [{ space: "sp_one" }] }];
  const { docform, platform } = await peopleProject("teams: {}\n", {
    organization: { sites: [{ id: "site_docs", title: "Docs", type: "basic", structure }] },
  });
  platform.takeRequests();
  expect(await docform("pull")).toMatchObject({ code: 0 });
  const asked = platform.takeRequests().map(({ operation }) => operation);
  expect(asked.filter((operation) => operation === "getSiteStructure")).toHaveLength(1);
});
