import { describe, expect, test } from "vitest";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

const base = "/orgs/org_acme/sites";
const flat = `${base}/site_flat`;
const deep = `${base}/site_deep`;

describe("sites", () => {
  test("A21: the spaces given at creation are at the root, in that order, the first the default", () => {
    const { call, list } = testPlatform();
    const given = { title: "New site", spaces: ["sp_two", "sp_one", "sp_two"], visibility: "unlisted" };
    const { status, body } = call("POST", base, given);
    expect(status).toBe(201);
    expect(body).toMatchObject({ type: "basic", published: false, visibility: "unlisted", siteSpaces: 3 });
    const shown = list(`${base}/${body.id}/site-spaces`);
    expect(shown.map(({ title, path, default: first, section }) => [title, path, first, section])).toEqual([
      ["Two", "two", true, undefined],
      ["One", "one", false, undefined],
      ["Two", "two-2", false, undefined],
    ]);
  });

  test.each<[Json, string]>([
    [{ title: "New", spaces: ["sp_one", "sp_globex"] }, "spaces"],
    [{ title: "New", type: "huge" }, "type"],
  ])("%j is 400, and no site is made", (body, field) => {
    const { call, list } = testPlatform();
    const answer = call("POST", base, body);
    expect([answer.status, answer.body.error]).toEqual([
      400,
      { code: 400, message: expect.stringMatching(`^${field}: `) },
    ]);
    expect(list(base)).toHaveLength(3);
  });

  test.each([
    ["space=sp_one", ["site_flat", "site_deep"]],
    ["space=sp_globex", []],
    ["title=Flat%20site", ["site_flat"]],
    ["title=site", []],
    ["published=true", ["site_flat"]],
    ["published=false", ["site_empty", "site_deep"]],
    ["space=sp_one&published=true", ["site_flat"]],
  ])("A7: ?%s lists %j", (query, ids) => {
    const { call, list } = testPlatform();
    call("POST", `${flat}/publish`);
    expect(list(`${base}?${query}`).map((site) => site.id)).toEqual(ids);
  });

  test("published=maybe is 400", () => {
    expect(testPlatform().call("GET", `${base}?published=maybe`).status).toBe(400);
  });
});

describe("updates of a site", () => {
  test("every field is set, and the others stay", () => {
    const { call } = testPlatform();
    const fields = {
      title: "Changed",
      visibility: "visitor-auth",
      basename: "docs",
      adaptiveContent: { enabled: true },
      agentsContext: "excluded",
    };
    const { body } = call("PATCH", flat, { ...fields, proxy: "acme.example/docs" });
    // A38: where readers go, and where requests to it are passed on to.
    const proxy = {
      origin: "acme.example/docs",
      target: expect.stringMatching(/^https:.*[.]docform[.]example.docs.$/),
    };
    expect(body).toMatchObject({ ...fields, proxy });
    expect(call("PATCH", flat, {}).body).toEqual(body);
    expect(call("PATCH", flat, { proxy: null }).body).not.toHaveProperty("proxy");
  });

  test.each<[string, string, Json, string[]]>([
    ["a site space at the root", flat, { defaultSiteSpace: "ss_2" }, ["ss_2"]],
    ["a section", deep, { defaultSiteSection: "sec_c" }, ["ss_a", "ss_b", "ss_c", "ss_d"]],
  ])("A28: the default is %s", (_, site, body, ids) => {
    const { call, list } = testPlatform();
    expect(call("PATCH", site, body).status).toBe(200);
    expect(list(`${site}/site-spaces?default=true`).map((shown) => shown.id)).toEqual(ids);
    const defaults = list(`${site}/sections`).filter((section) => section.default === true);
    expect(defaults.map((section) => section.id)).toEqual(site === deep ? ["sec_c"] : []);
  });

  test.each<[string, string, Json, number, string]>([
    ["an unknown section", deep, { defaultSiteSection: "sec_x" }, 400, "defaultSiteSection"],
    ["a section of a site without", flat, { defaultSiteSection: "sec_a" }, 400, "defaultSiteSection"],
    ["an unknown site space", flat, { defaultSiteSpace: "ss_x" }, 400, "defaultSiteSpace"],
    ["a site space of another site", flat, { defaultSiteSpace: "ss_a" }, 400, "defaultSiteSpace"],
    ["one outside the default section", deep, { defaultSiteSpace: "ss_b" }, 400, "defaultSiteSpace"],
    ["a basename that is taken", flat, { basename: "docs", title: "No" }, 409, "basename"],
  ])("%s is refused, and nothing changes", (_, site, body, status, field) => {
    const { call, platform } = testPlatform();
    call("PATCH", deep, { basename: "docs" });
    const before = snapshot(platform.state);
    const answer = call("PATCH", site, body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ message: expect.stringMatching(`^${field}: `) });
    expect(platform.state).toEqual(before);
  });

  test("the default section and a site space in it can be set together", () => {
    const { call } = testPlatform();
    const body = { defaultSiteSection: "sec_b", defaultSiteSpace: "ss_b" };
    expect(call("PATCH", deep, body).status).toBe(200);
  });
});

describe("publishing", () => {
  test("A27: publish answers the site, and once more changes nothing", () => {
    const { call, platform } = testPlatform();
    expect(call("POST", `${flat}/publish`)).toMatchObject({
      status: 200,
      body: { published: true, urls: { published: "https://acme.docform.example/site_flat/" } },
    });
    const before = snapshot(platform.state);
    expect(call("POST", `${flat}/publish`).status).toBe(200);
    expect(platform.state).toEqual(before);
  });

  test("the published profile is there for a published site; its structure for one with sections", () => {
    const { call } = testPlatform();
    expect(call("GET", `${deep}/published`).status).toBe(404);
    call("POST", `${deep}/publish`);
    call("POST", `${flat}/publish`);
    const { body } = call("GET", `${deep}/published`);
    expect(body).toMatchObject({ site: { id: "site_deep" }, structure: { type: "sections" } });
    const { structure } = body.structure as { structure: { id: string }[] };
    expect(structure.map((section) => section.id)).toEqual(["sec_a", "sec_b", "sec_c", "sec_d"]);
    expect(call("GET", `${flat}/published`).body).not.toHaveProperty("structure");
  });

  test("a share-link site is there with the key of an active link, and for admins", () => {
    const { call } = testPlatform();
    call("PATCH", deep, { visibility: "share-link" });
    call("POST", `${deep}/publish`);
    const status = (query: string, token: string) =>
      call("GET", `${deep}/published${query}`, undefined, token).status;
    expect(status("", "admin")).toBe(200);
    expect(status("", "reader")).toBe(404);
    expect(status("?shareKey=wrong", "reader")).toBe(404);
    expect(status("?shareKey=secret", "reader")).toBe(200);
    call("PATCH", `${deep}/share-links/link_1`, { active: false });
    expect(status("?shareKey=secret", "reader")).toBe(404);
  });
});

describe("share links", () => {
  test("section 3: a share link goes from active to inactive and back", () => {
    const { call, list } = testPlatform();
    const created = call("POST", `${flat}/share-links`, { name: "Partners" });
    expect(created).toMatchObject({ status: 201, body: { name: "Partners", active: true } });
    const path = `${flat}/share-links/${created.body.id}`;
    expect(call("PATCH", path, { active: false }).body).toMatchObject({ active: false, name: "Partners" });
    expect(call("PATCH", path, { active: true, name: "All" }).body).toMatchObject({
      active: true,
      name: "All",
    });
    expect(call("DELETE", path).status).toBe(205);
    expect(list(`${flat}/share-links`)).toEqual([]);
  });
});
