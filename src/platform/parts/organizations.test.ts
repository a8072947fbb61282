import { describe, expect, test } from "vitest";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import { organization } from "../../contract/parts/organizations.ts";
import { seedSchema } from "../seed/seed-schema.ts";
import { snapshot } from "../store/state.ts";

const org = "/orgs/org_acme";

describe("organizations", () => {
  test("every field of an update is set, and the others stay", () => {
    const { call } = testPlatform();
    const fields = {
      title: "Acme Inc",
      emailDomains: ["acme.example", "acme.test"],
      hostname: "acme-docs",
      defaultRole: null,
      defaultContent: { type: "site", site: "site_flat" },
      sso: true,
      ai: true,
      inviteLinks: false,
      mergeRules: { type: "rules", rules: [{ rule: "require_specific_reviewers", users: ["usr_li"] }] },
    };
    const { status, body } = call("PATCH", org, { ...fields, logo: "https://acme.example/logo.svg" });
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...fields, urls: { logo: "https://acme.example/logo.svg" } });
    expect(call("PATCH", org, {}).body).toEqual(body);
    expect(call("PATCH", org, { logo: null }).body.urls).not.toHaveProperty("logo");
  });

  test("every field of a seed that an answer has is in it", () => {
    const said = {
      id: "org_labs",
      title: "Labs",
      createdAt: "2026-01-02T00:00:00Z",
      emailDomains: ["labs.example"],
      hostname: "labs",
      customHostname: "docs.labs.example",
      type: "community",
      plan: "free",
      useCase: "docs",
      communityType: "open source",
      defaultRole: "edit",
      defaultContent: "site_labs",
      sso: true,
      ai: true,
      inviteLinks: false,
      mergeRules: { type: "inherit" },
    };
    const shown = Object.keys(seedSchema.shape.organizations.element.shape).filter(
      (name) => name in organization().shape,
    );
    expect(Object.keys(said).sort()).toEqual(shown.sort());
    const { call } = testPlatform({
      organizations: [{ ...said, sites: [{ id: "site_labs", title: "Labs" }] }],
    });
    const answer = call("GET", "/orgs/org_labs", undefined, "docform-admin").body;
    expect(answer).toMatchObject({ ...said, defaultContent: { type: "site", site: "site_labs" } });
  });

  test.each([
    [400, { defaultContent: { type: "site", site: "site_of_globex" } }, "defaultContent.site"],
    [409, { hostname: "globex", title: "Not set" }, "hostname"],
  ])("%i for %j, and nothing changes", (status, body, field) => {
    const { call, platform } = testPlatform();
    call("PATCH", "/orgs/org_globex", { hostname: "globex" });
    const before = snapshot(platform.state);
    const answer = call("PATCH", org, body);
    expect(answer.status).toBe(status);
    expect(answer.body.error).toMatchObject({ message: expect.stringMatching(`^${field}: `) });
    expect(platform.state).toEqual(before);
  });

  test("an organization may be told its own hostname", () => {
    expect(testPlatform().call("PATCH", org, { hostname: "acme" }).status).toBe(200);
  });

  test("deleting the site that people land on leaves none", () => {
    const { call } = testPlatform();
    call("PATCH", org, { defaultContent: { type: "site", site: "site_flat" } });
    call("DELETE", `${org}/sites/site_flat`);
    expect(call("GET", org).body.defaultContent).toBeNull();
  });
});

describe("spaces", () => {
  test("A18: lists come in display order, those of a collection in its place", () => {
    const seed = {
      organizations: [
        {
          id: "org",
          title: "Org",
          collections: [
            { id: "outer", title: "Outer", collections: [{ id: "inner", title: "Inner" }], order: ["s2"] },
          ],
          spaces: [
            { id: "s1", title: "1" },
            { id: "s2", title: "2", collection: "outer" },
            { id: "s3", title: "3", collection: "inner" },
            { id: "s4", title: "4" },
          ],
          order: ["s4", "outer"],
        },
      ],
    };
    const { call } = testPlatform(seed);
    const { items } = call("GET", "/orgs/org/spaces", undefined, "docform-admin").body;
    expect((items as { id: string; parent?: string }[]).map(({ id, parent }) => [id, parent])).toEqual([
      ["s4", undefined],
      ["s2", "outer"],
      ["s3", "inner"],
      ["s1", undefined],
    ]);
  });
});

describe("titles", () => {
  test.each([
    ["spaces", "/orgs/org_acme/spaces", "PATCH /spaces/sp_two"],
    ["collections", `${org}/collections`, `POST ${org}/collections`],
    ["sites", `${org}/sites`, `POST ${org}/sites`],
  ])("A15: those of %s are not unique", (_, path, request) => {
    const { call, list } = testPlatform();
    const taken = list(path)[0]?.title as string;
    const [method = "", at = ""] = request.split(" ");
    expect(call(method, at, { title: taken }).status).toBeLessThan(300);
    expect(list(path).filter(({ title }) => title === taken)).toHaveLength(2);
  });

  test("A15: neither are names of share links and labels of SAML providers", () => {
    const { call } = testPlatform();
    expect(call("POST", `${org}/saml`, { label: "Okta" }).status).toBe(201);
    expect(call("POST", `${org}/sites/site_deep/share-links`, { name: "Partners" }).status).toBe(201);
  });
});

describe("merge rules and levels", () => {
  test("A34: those of an organization can be none", () => {
    const { status, body } = testPlatform().call("PATCH", org, { mergeRules: { type: "none" } });
    expect([status, body.mergeRules]).toEqual([200, { type: "none" }]);
  });

  test("A12: the level of a space can be inherited", () => {
    const { status, body } = testPlatform().call("PATCH", "/spaces/sp_one", { defaultLevel: "inherit" });
    expect([status, body.defaultLevel]).toEqual([200, "inherit"]);
  });

  test.each(["live", "locked"])(
    "3: a space becomes %s at any time, also when it is so already",
    (editMode) => {
      const { call } = testPlatform();
      for (const before of ["live", "locked"]) {
        call("PATCH", "/spaces/sp_one", { editMode: before });
        expect(call("PATCH", "/spaces/sp_one", { editMode }).body.editMode).toBe(editMode);
      }
    },
  );
});

describe("a space", () => {
  test("every field of an update is set, and the time with it", () => {
    const { call, pass } = testPlatform();
    const fields = {
      title: "Uno",
      emoji: "1f680",
      language: "de",
      editMode: "locked",
      defaultLevel: "read",
      mergeRules: { type: "none" },
    };
    pass(60_000);
    const { body } = call("PATCH", "/spaces/sp_one", fields);
    expect(body).toMatchObject({ ...fields, updatedAt: "2026-01-05T10:01:00.000Z" });
    expect(call("PATCH", "/spaces/sp_one", { editMode: "live" }).body).toMatchObject({
      ...fields,
      editMode: "live",
    });
  });

  test("a published address needs a published site; of a share-link site, the key of an active link", () => {
    const { call } = testPlatform();
    const deep = `${org}/sites/site_deep`;
    const published = (query = "") =>
      (call("GET", `/spaces/sp_three${query}`).body.urls as Record<string, string>).published;
    expect(published()).toBeUndefined();
    call("POST", `${deep}/publish`);
    expect(published()).toBe("https://acme.docform.example/site_deep/third/");
    call("PATCH", deep, { visibility: "share-link" });
    expect(published()).toBeUndefined();
    expect(published("?shareKey=wrong")).toBeUndefined();
    expect(published("?shareKey=secret")).toBe("https://acme.docform.example/site_deep/secret/third/");
    call("PATCH", `${deep}/share-links/link_1`, { active: false });
    expect(published("?shareKey=secret")).toBeUndefined();
  });
});
