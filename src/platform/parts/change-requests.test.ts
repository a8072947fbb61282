import { describe, expect, test } from "vitest";
import type { Json } from "../../core/json.ts";
import { snapshot } from "../snapshot.ts";
import { smallSeed, type TestPlatform, testPlatform } from "../testing.ts";
import { contentSeed } from "../testing-content.ts";

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

describe("a merge", () => {
  test("makes a new revision of the space, with the edits of the change request", () => {
    const { call } = world();
    const { revision: before } = call("GET", "/spaces/sp_one").body;
    const own = call("GET", `${base}/1`).body.revision;
    const { status, body } = call("POST", `${base}/1/merge`);
    expect([status, body]).toEqual([200, { revision: expect.any(String), result: "merge" }]);
    expect(call("GET", "/spaces/sp_one").body).toMatchObject({ revision: body.revision, updatedAt: now });
    expect(call("GET", "/spaces/sp_one/content").body).toMatchObject({
      id: body.revision,
      type: "merge",
      parents: [before, own],
    });
    expect(call("GET", `${base}/1`).body).toMatchObject({
      status: "merged",
      revision: own,
      revisionMerged: body.revision,
      outdated: false,
    });
    expect(call("GET", "/spaces/sp_one/content/page/page_install").body.markdown).toBe(
      "Short. [Gone](gone.md)",
    );
    expect(call("GET", "/spaces/sp_one/content/page/page_new").body.path).toBe("guides/new");
    expect(call("GET", "/spaces/sp_one/content/files/file_new").status).toBe(200);
  });

  test("keeps what was merged before it: only what it edited changes", () => {
    const { call } = world();
    call("POST", `${base}/cr_open/merge`);
    expect(call("GET", "/spaces/sp_one/content/page/page_intro").body.markdown).toBe("Begin here, please.");
  });

  test("removes the pages that the change request removed", () => {
    const { call } = world();
    expect(call("POST", `${base}/cr_draft/merge`).status).toBe(200);
    expect(call("GET", "/spaces/sp_one/content/page/page_next").status).toBe(404);
  });

  test.each(["merge", "update"])("of one that is merged or archived is 409: %s", (what) => {
    const { call, platform } = world();
    const before = snapshot(platform.state);
    for (const id of ["cr_merged", "cr_archived"])
      expect(call("POST", `${base}/${id}/${what}`).status).toBe(409);
    expect(platform.state).toEqual(before);
  });

  test("2.1: into a locked space is 409", () => {
    const { call } = world();
    call("PATCH", "/spaces/sp_one", { editMode: "locked" });
    expect(call("POST", `${base}/1/merge`).status).toBe(409);
    expect(call("POST", `${base}/1/update`).status).toBe(200);
  });

  test("changes of a deleted space are 409 (A17)", () => {
    const { call } = world();
    call("DELETE", "/spaces/sp_one");
    const answers = [
      call("POST", `${base}/1/merge`),
      call("POST", `${base}/1/update`),
      call("PATCH", `${base}/1`, {}),
      call("POST", base, {}),
      call("POST", "/spaces/sp_one/content/template", { id: "blank" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409]);
    expect(call("GET", `${base}/1`).status).toBe(200);
  });
});

describe("merge rules (2.1)", () => {
  const rules = (...users: string[]) => ({
    mergeRules: { type: "rules", rules: [{ rule: "require_specific_reviewers", users }] },
  });

  test("who must review was asked to; a merge waits for them with 409", () => {
    const platform = world();
    platform.call("PATCH", "/spaces/sp_one", rules("usr_li"));
    const { number } = platform.call("POST", base, { subject: "Mine" }).body;
    expect(subjects(platform, "status=draft&requestedReviewer=usr_li")).toEqual(["Mine"]);
    const { status, body } = platform.call("POST", `${base}/${number}/merge`);
    expect([status, body.error]).toEqual([409, { code: 409, message: expect.stringContaining('"usr_li"') }]);
  });

  test("who merges has reviewed", () => {
    const { call } = world();
    call("PATCH", "/spaces/sp_one", rules("usr_ana"));
    expect(call("POST", `${base}/1/merge`).status).toBe(200);
  });

  test("a space inherits those of its organization, and none asks for nobody", () => {
    const { call } = world();
    call("PATCH", "/orgs/org_acme", rules("usr_bo"));
    expect(call("POST", `${base}/1/merge`).status).toBe(409);
    call("PATCH", "/spaces/sp_one", { mergeRules: { type: "none" } });
    expect(call("POST", `${base}/1/merge`).status).toBe(200);
  });

  test("a review of the seed counts", () => {
    const changeRequests = [{ subject: "S", createdBy: "usr_li", approvals: ["bo@acme.example"] }];
    const [acme] = smallSeed.organizations;
    const { call } = testPlatform({
      ...smallSeed,
      organizations: [
        { ...acme, ...rules("usr_bo"), spaces: [{ id: "sp", title: "S", changeRequests }], sites: [] },
      ],
      tokens: { admin: { user: "usr_ana", rights: "admin" } },
    });
    expect(call("POST", "/spaces/sp/change-requests/1/merge").status).toBe(200);
  });
});

describe("outdated (2.5)", () => {
  test("is true when the space changed since, until the change request is updated", () => {
    const { call } = world();
    const main = call("GET", "/spaces/sp_one").body.revision;
    const before = call("GET", `${base}/1`).body;
    expect(before.outdated).toBe(true);
    const { status, body } = call("POST", `${base}/1/update`);
    expect([status, body.result]).toEqual([200, "update"]);
    expect(call("GET", `${base}/1`).body).toMatchObject({
      outdated: false,
      revision: body.revision,
      revisionInitial: before.revisionInitial,
      revisionMergedAncestor: main,
      status: "open",
    });
    expect(call("GET", `${base}/1/content`).body).toMatchObject({
      id: body.revision,
      type: "update",
      parents: [before.revision, main],
    });
    const page = (id: string) => call("GET", `${base}/1/content/page/${id}`).body.markdown;
    expect([page("page_intro"), page("page_install")]).toEqual([
      "Begin here, please.",
      "Short. [Gone](gone.md)",
    ]);
  });

  test("an update of one that is up to date changes nothing, and answers its revision", () => {
    const { call, platform } = world();
    const { body } = call("POST", `${base}/1/update`);
    const before = snapshot(platform.state);
    expect(call("POST", `${base}/1/update`).body).toEqual(body);
    expect(platform.state).toEqual(before);
  });

  test("a merge leaves the others behind; what is merged waits for nothing", () => {
    const { call, list } = world();
    call("POST", `${base}/1/merge`);
    const all = list("/orgs/org_acme/change-requests");
    expect(all.map(({ id, outdated }) => [id, outdated])).toEqual([
      ["cr_archived", true],
      ["cr_draft", true],
      ["cr_merged", false],
      ["cr_open", false],
    ]);
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
