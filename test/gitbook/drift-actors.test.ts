import { expect, test } from "vitest";
import type { DriftDocument } from "../../src/model/documents/drift-document.ts";
import { mostAsked } from "../../src/refresh/audit-events.ts";
import { type PeopleProject, peopleProject } from "../support/gitbook/people-project.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import {
  editOn,
  folderWith,
  manifest,
  quietly,
  project as referenceProject,
} from "../support/processes/cli-fixture.ts";

/** A name that would be markup, a mention and a command of a terminal. */
const hostileName = "Eve\u001b[31m <b>@all</b> `x`";

const events = {
  members: [
    { email: "ana@acme.example", name: "Ana", role: "admin" },
    { email: "li@acme.example", name: "Li", role: "edit" },
    { id: "usr_eve", email: "eve@acme.example", name: hostileName, role: "edit" },
  ],
  auditEvents: [
    // Before the last 30 days.
    { at: "2025-11-01T08:00:00Z", by: "eve@acme.example", target: "sp_one" },
    { at: "2026-01-02T08:00:00Z", by: "li@acme.example", source: "api", target: "sp_one" },
    { at: "2026-01-03T09:30:00Z", by: "ana@acme.example", target: "sp_one" },
    { at: "2026-01-04T08:00:00Z", by: "eve@acme.example", source: "integration", target: "sp_two" },
  ],
};
const renamed = "spaces: { one: { id: sp_one, title: Eins }, two: { id: sp_two, title: Zwei } }\n";

/** A project whose docform has the time of its platform. */
async function projectAt(...given: Parameters<typeof peopleProject>): Promise<PeopleProject> {
  const project = await peopleProject(...given);
  const now = project.platform.platform.clock;
  return { ...project, docform: (line, more) => project.docform(line, { now, ...more }) };
}

function auditRequests({ platform }: PeopleProject): number {
  return platform.takeRequests().filter(({ operation }) => operation === "listAuditEvents").length;
}

async function driftIn({ docform }: PeopleProject): Promise<DriftDocument> {
  const { code, stdout } = await docform("drift --format json");
  expect(code).toBe(2);
  return JSON.parse(stdout);
}

test("drift says the last person to change an object, from where, when, and how many others there are", async () => {
  const project = await projectAt(renamed, { organization: events });
  const { stdout, code } = await project.docform("drift");
  expect(code).toBe(2);
  expect(auditRequests(project)).toBe(2);
  expect(stdout).toContain("last changed by Ana, in the app, 2 days ago; 1 other before\n");
  expect(stdout).toMatch(/last changed by Eve\\x1b\[31m .*, through an integration, 26 hours ago\n/);
  const { drifted, audit } = await driftIn(project);
  expect(audit).toEqual({ asked: 2, notAsked: 0 });
  expect(drifted.map(({ by }) => by)).toMatchObject([
    { name: "Ana", type: "user", source: "ui", action: "update", at: "2026-01-03T09:30:00.000Z", others: 1 },
    { name: hostileName, source: "integration", others: 0 },
  ]);
});

test("the page, the issue and the message say it with the time, and no name is markup there", async () => {
  const project = await projectAt(renamed, { organization: events });
  const markdown = (await project.docform("drift --format markdown")).stdout;
  expect(markdown).toContain("  - last changed by Ana, in the app, 2026-01-03 09:30 UTC; 1 other before\n");
  const html = (await project.docform("drift --format html")).stdout;
  expect(html).toContain("last changed by Ana, in the app, 2026-01-03 09:30 UTC");
  for (const text of [markdown, html]) {
    expect(text).not.toContain("\u001b");
    // In Markdown as code, where it is nothing.
    expect(text.replaceAll("`<b>@all</b>`", "")).not.toContain("<b>");
  }
});

test("changes since the last apply count: one that docform made itself is none", async () => {
  const project = await projectAt(`${renamed}teams: { docs: { title: Docs } }\n`, { organization: events });
  expect(await project.docform("apply --yes")).toMatchObject({ code: 0 });
  project.platform.takeRequests();
  expect(await project.docform("drift")).toMatchObject({ code: 0 });
  expect(auditRequests(project)).toBe(0);
  await project.platform.sleep(60_000);
  await editOn(project.platform, ["PATCH", "/spaces/sp_one", { title: "Uno" }]);
  const { drifted } = await driftIn(project);
  expect(auditRequests(project)).toBe(1);
  expect(drifted).toMatchObject([{ by: { name: "Ana", source: "api", action: "updateSpace", others: 0 } }]);
  const [team] = Object.keys(project.platform.state.organizations.byId.org_acme?.teams.byId ?? {});
  await editOn(project.platform, ["DELETE", `/orgs/org_acme/teams/${team}`]);
  expect((await driftIn(project)).missing).toMatchObject([{ by: { name: "Ana", action: "deleteTeam" } }]);
});

test("the look and the visitors of a site name who last changed the site, and say that it is the site", async () => {
  const sites = [{ id: "site_docs", title: "Docs", visitorAuth: { backend: "custom" } }];
  const auditEvents = [{ at: "2026-01-03T09:30:00Z", by: "ana@acme.example", target: "site_docs" }];
  const body = `sites:
  docs: { id: site_docs, type: basic, customization: { title: Docs }, visitorAuth: { backend: integration } }\n`;
  const project = await projectAt(body, { organization: { sites, auditEvents } });
  const { stdout } = await project.docform("drift");
  expect(
    stdout.split("the site was last changed by ana@acme.example, in the app, 2 days ago\n"),
  ).toHaveLength(3);
  const { drifted } = await driftIn(project);
  expect(drifted.map(({ address, by }) => [address, by?.of])).toEqual([
    ["acme/sites.docs.customization", "site"],
    ["acme/sites.docs.visitorAuth", "site"],
  ]);
});

test("an answer with more than was asked for names nobody who changed another object, or before", async () => {
  const event = (target: string, occurredAt: string) => ({
    object: "audit-event",
    id: "00000000-0000-4000-8000-000000000001",
    occurredAt,
    action: "update",
    actor: { type: "user", id: "usr_eve", label: "Eve" },
    source: "ui",
    target: { type: "space", id: target },
    urls: { location: "https://acme.example/event" },
  });
  const items = [event("sp_two", "2026-01-04T08:00:00Z"), event("sp_one", "2025-11-01T08:00:00Z")];
  const fault = { operation: "listAuditEvents", fault: "answer", status: 200, body: { items } };
  const project = await projectAt("spaces: { one: { id: sp_one, title: Eins } }\n", { faults: [fault] });
  expect((await project.docform("drift")).stdout).not.toContain("Eve");
});

test.each([
  [401, /gives no audit events \(401\); they need a token of an administrator/],
  [403, /gives no audit events \(403\)/],
  [404, /gives no audit events \(404\)/],
  [500, /could not be read: 500 /],
])("%i costs one line and one question, and not the exit code", async (status, line) => {
  const error = { error: { code: status, message: "no" } };
  const fault = { operation: "listAuditEvents", fault: "answer", status, body: error };
  const project = await projectAt(renamed, { organization: events, faults: [fault] });
  const { stdout, stderr, code } = await project.docform("drift");
  expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
  expect(stdout.split("\n").filter((one) => line.test(one))).toHaveLength(1);
  expect(stdout).not.toContain("last changed by");
  // A fault of the platform is tried again, as every read is.
  expect(auditRequests(project)).toBe(status === 500 ? 4 : 1);
  expect((await project.docform("drift --format markdown")).stdout).toMatch(line);
  expect((await driftIn(project)).audit).toMatchObject({ problem: expect.stringMatching(line) });
});

test("so many objects are asked about, access first; of the others it says so", async () => {
  const names = Array.from({ length: mostAsked + 3 }, (_, at) => `s${at}`);
  const spaces = names.map((id) => ({ id, title: id }));
  const body = `spaces: { ${names.map((id) => `${id}: { id: ${id}, title: New }`).join(", ")} }\n`;
  const project = await projectAt(body, { organization: { spaces } });
  const { stdout } = await project.docform("drift");
  expect(auditRequests(project)).toBe(mostAsked);
  expect(stdout).toContain(`Audit events were asked for: ${mostAsked} of ${mostAsked + 3} objects`);
});

test("each organization is asked by itself, and one that says nothing keeps no other from it", async () => {
  const organizations = ["one", "two"].map((name) => ({
    id: `org_${name}`,
    title: name,
    members: [{ email: "ana@acme.example", name: "Ana", role: "admin" }],
    spaces: [{ id: `sp_${name}`, title: "Home" }],
    auditEvents: [{ at: "2026-01-03T09:30:00Z", by: "ana@acme.example", target: `sp_${name}` }],
  }));
  const error = { error: { code: 403, message: "no" } };
  const fault = { operation: "listAuditEvents", fault: "answer", calls: 1, status: 403, body: error };
  const seed = { now: "2026-01-05T10:00:00Z", organizations };
  const platform = await startTestPlatform(seed, [fault], "gitbook");
  const cwd = folderWith({
    "docform.yaml":
      "platform: { api: gitbook }\norganizations: { one: { id: org_one }, two: { id: org_two } }\n",
    "manifests/one.yaml": "organization: one\nspaces: { home: { id: sp_one, title: New } }\n",
    "manifests/two.yaml": "organization: two\nspaces: { home: { id: sp_two, title: New } }\n",
  });
  const { stdout, code } = await quietly("drift", {
    cwd,
    env: platform.env,
    sleep: platform.sleep,
    now: platform.platform.clock,
  });
  expect(code).toBe(2);
  const asked = platform.takeRequests().filter(({ operation }) => operation === "listAuditEvents");
  expect(asked.map(({ path }) => path).sort()).toEqual([
    "/v1/orgs/org_one/audit-events",
    "/v1/orgs/org_two/audit-events",
  ]);
  expect(stdout.split("gives no audit events (403)")).toHaveLength(2);
  expect(stdout.split("last changed by Ana, in the app, 2 days ago")).toHaveLength(2);
});

test("the edition reference is asked nothing more", async () => {
  const { platform, docform } = await referenceProject(
    manifest("teams: { docs: { id: team_docs, title: New } }\n"),
  );
  expect((await docform("drift")).code).toBe(2);
  expect(platform.takeRequests().filter(({ path }) => path.includes("audit"))).toEqual([]);
});
