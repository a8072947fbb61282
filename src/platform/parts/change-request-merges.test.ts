import { describe, expect, test } from "vitest";
import { contentSeed } from "../../../test/support/platform/content-seed.ts";
import { smallSeed, testPlatform } from "../../../test/support/platform/test-platform.ts";
import { snapshot } from "../store/state.ts";

const base = "/spaces/sp_one/change-requests";
const now = "2026-01-05T10:00:00.000Z";
const world = () => testPlatform(contentSeed);

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
    expect(platform.list(`${base}?status=draft&requestedReviewer=usr_li`)).toMatchObject([
      { subject: "Mine" },
    ]);
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
