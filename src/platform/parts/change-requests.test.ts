import { describe, expect, test } from "vitest";
import { contentSeed } from "../../../test/support/platform/content-seed.ts";
import { type TestPlatform, testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

const base = "/spaces/sp_one/change-requests";
const now = "2026-01-05T10:00:00.000Z";
const world = () => testPlatform(contentSeed);
const subjects = ({ list }: TestPlatform, query: string, at = base) =>
  list(`${at}?${query}`).map(({ subject }) => subject);

describe("a new change request", () => {
  test("is a draft with the next number, made from what is current, with a revision of its own (2.5)", () => {
    const { call } = world();
    const { revision } = call("GET", "/spaces/sp_one").body;
    const { status, body } = call("POST", base, { subject: "More" });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: "change-request",
      number: 5,
      status: "draft",
      subject: "More",
      createdBy: { id: "usr_ana" },
      createdAt: now,
      updatedAt: now,
      space: "sp_one",
      revisionInitial: revision,
      comments: 0,
      outdated: false,
      urls: {
        location: `http://docform.local/v1${base}/${body.id}`,
        app: "http://docform.local/app/spaces/sp_one/change-requests/5",
      },
    });
    expect(body.revision).not.toBe(revision);
    expect(body).not.toHaveProperty("revisionMergedAncestor");
    expect(call("GET", `${base}/${body.id}`).body).toEqual(body);
  });

  test("begins each space with number 1, takes any other property, and is Untitled without a subject", () => {
    const { call } = world();
    const { body } = call("POST", "/spaces/sp_three/change-requests", { colour: "blue" });
    expect(body).toMatchObject({ number: 1, subject: "Untitled" });
  });

  test("starts with what a template adds", () => {
    const { call } = world();
    const { body } = call("POST", base, { template: { id: "plain" } });
    const { pages } = call("GET", `${base}/${body.number}/content`).body as { pages: { title: string }[] };
    expect(pages.at(-1)).toMatchObject({ title: "Plain", path: "plain", pages: [{ path: "plain/below" }] });
  });

  test.each<[string, Json, string]>([
    ["an unknown template", { template: { id: "nope" } }, "template.id: "],
    ["a template without the file that it needs", { template: { id: "release-notes" } }, 'needs "logo"'],
    ["a subject that is no text", { subject: 7 }, "subject: "],
  ])("400 for %s, and none is made", (_, body, message) => {
    const { call, platform } = world();
    const before = snapshot(platform.state);
    const answer = call("POST", base, body);
    expect([answer.status, answer.body.error]).toEqual([
      400,
      { code: 400, message: expect.stringContaining(message) },
    ]);
    expect(platform.state).toEqual(before);
  });
});

describe("change requests", () => {
  test("4.2: are found by id, and by number in their space", () => {
    const { call } = world();
    const { body } = call("GET", `${base}/cr_merged`);
    expect(body).toMatchObject({ number: 2, status: "merged" });
    expect(call("GET", `${base}/2`).body).toEqual(body);
    for (const name of ["0", "02", "5", "1.0", "cr_open2", "__proto__"]) {
      expect([name, call("GET", `${base}/${name}`).status]).toEqual([name, 404]);
    }
    expect(call("GET", "/spaces/sp_two/change-requests/cr_open").status).toBe(404);
  });

  test.each<[string, Json[]]>([
    ["", ["Better install"]],
    ["status=open", ["Better install"]],
    ["status=merged", ["Welcome"]],
    ["status=draft&creator=usr_li", ["Idea"]],
    ["status=draft&creator=usr_ana", []],
    ["status=archived&contributor=usr_li", ["No"]],
    ["requestedReviewer=usr_ana", []],
    ["conversationsIssuesCluster=none", []],
  ])("A7: ?%s lists %j of the space", (query, expected) => {
    expect(subjects(world(), query)).toEqual(expected);
  });

  test.each<[string, Json[]]>([
    ["", ["No", "Idea", "Welcome", "Better install"]],
    ["creator=usr_ana", ["Welcome"]],
    ["contributor=usr_ana", ["Welcome"]],
    ["requestedReviewer=usr_ana", []],
    ["conversationsIssuesCluster=none", []],
  ])("A7: ?%s lists %j of the organization, newest first, whatever their status", (query, expected) => {
    expect(subjects(world(), query, "/orgs/org_acme/change-requests")).toEqual(expected);
  });

  test("of a deleted space are not in the list of the organization (A17)", () => {
    const platform = world();
    platform.call("DELETE", "/spaces/sp_one");
    expect(subjects(platform, "", "/orgs/org_acme/change-requests")).toEqual([]);
  });

  test("who edits one is a contributor", () => {
    const platform = world();
    platform.call("PATCH", `${base}/cr_open`, { subject: "Mine too" });
    expect(subjects(platform, "contributor=usr_ana")).toEqual(["Mine too"]);
    expect(subjects(platform, "creator=usr_ana")).toEqual([]);
  });

  test.each(["status=boss", "limit=1001", "page=x"])("?%s is 400", (query) => {
    expect(world().call("GET", `${base}?${query}`).status).toBe(400);
  });

  test("2.6: a space counts all, the open ones and the drafts", () => {
    const { call } = world();
    call("POST", base, {});
    expect(call("GET", "/spaces/sp_one").body).toMatchObject({
      changeRequests: 5,
      changeRequestsOpen: 1,
      changeRequestsDraft: 2,
    });
  });
});

describe("an update", () => {
  const description = { object: "document", nodes: [{ object: "block", type: "paragraph" }] };

  test("sets what is given, and the time", () => {
    const platform = world();
    platform.pass(1000);
    const { status, body } = platform.call("PATCH", `${base}/cr_draft`, { description, status: "open" });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        description,
        status: "open",
        subject: "Idea",
        updatedAt: "2026-01-05T10:00:01.000Z",
      }),
    ]);
    expect(platform.call("PATCH", `${base}/cr_draft`, {}).body).toEqual(body);
  });

  test.each([
    ["cr_draft", "archived", 200],
    ["cr_archived", "open", 200],
    ["cr_open", "draft", 200],
    ["cr_merged", "merged", 200],
    ["cr_merged", "open", 409],
    ["cr_open", "merged", 400],
    ["cr_open", "closed", 400],
  ])("%s to %s is %i: only a merge merges, and nothing leaves merged", (id, status, expected) => {
    const { call, platform } = world();
    const before = snapshot(platform.state);
    expect(call("PATCH", `${base}/${id}`, { status }).status).toBe(expected);
    if (expected >= 400) expect(platform.state).toEqual(before);
  });

  test("8: a subject has at most 100 characters", () => {
    const { call } = world();
    const long = (length: number) => ({ subject: "a".repeat(length) });
    expect(call("PATCH", `${base}/cr_open`, long(100)).status).toBe(200);
    expect(call("PATCH", `${base}/cr_open`, long(101)).status).toBe(400);
    expect(call("POST", base, long(101)).status).toBe(400);
  });
});

describe("the PDF of a change request", () => {
  const app = "http://docform.local/app/spaces/sp_one/change-requests/1/pdf";
  test.each([
    ["", app],
    ["?page=page_new", `${app}?page=page_new`],
    ["?page=page_new&only=true", `${app}?page=page_new&only=true`],
  ])("%s has an address", (query, url) => {
    expect(world().call("GET", `${base}/cr_open/pdf${query}`)).toMatchObject({ status: 200, body: { url } });
  });

  test.each([
    ["of a page that the change request does not have is 404", "page=nope", 404],
    ["of only a page needs the page", "only=true", 400],
    ["of only maybe is 400", "only=maybe", 400],
  ])("%s", (_, query, status) => {
    expect(world().call("GET", `${base}/cr_open/pdf?${query}`).status).toBe(status);
  });
});
