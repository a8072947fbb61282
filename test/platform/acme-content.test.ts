import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Operation } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import type { Seed } from "../../src/platform/seed/seed-schema.ts";
import type { JsonObject } from "../../src/text/json.ts";
import { type Answer, testPlatform } from "../support/platform/test-platform.ts";

const seed: Seed = parse(readFileSync("examples/acme/live.yaml", "utf8"));
const all: readonly Operation[] = Object.values(operations);
const gets = all.filter(({ method }) => method === "GET");

/** Where the clock of a platform in a test stands. */
const testStart = "2026-01-05T10:00:00Z";

/** The example, with its clock where the seed says. */
function startAcme() {
  const platform = testPlatform(seed);
  platform.pass(Date.parse(seed.now ?? "") - Date.parse(testStart));
  const call = (method: string, path: string, body?: JsonObject, token = "acme-admin") =>
    platform.call(method, path, body, token);
  const get = (path: string) => call("GET", path);
  /** The items of a list, whatever its name for them; nothing where the path is none. */
  const items = (path: string): readonly JsonObject[] => {
    const { items: some = [], pages = [] } = get(`${path}?limit=1000`).body;
    return flat([...(some as JsonObject[]), ...(pages as JsonObject[])]);
  };
  return { call, get, items };
}

/** Pages with those below them. */
function flat(pages: readonly JsonObject[]): JsonObject[] {
  return pages.flatMap((page) => [page, ...flat((page.pages ?? []) as JsonObject[])]);
}

type Acme = ReturnType<typeof startAcme>;

/** Where things are listed that have no list just above them. */
const listedAt: Readonly<Record<string, string>> = {
  spaceId: "/orgs/{organizationId}/spaces",
  collectionId: "/orgs/{organizationId}/collections",
};

/** The ids that can stand for a parameter: those in the list that the path has just before it. */
function idsFor(acme: Acme, name: string, before: string): string[] {
  const elsewhere = listedAt[name];
  if (elsewhere !== undefined)
    return [...pathsOf(acme, elsewhere)].flatMap((path) => idsIn(acme, path, name));
  if (name === "commentReplyId") return repliesIn(before);
  if (name === "inviteId") return invitesIn(before);
  return idsIn(acme, before.replace(/\/page$/, "/pages"), name);
}

function idsIn(acme: Acme, path: string, name: string): string[] {
  return acme.items(path).map((item) => {
    const { id, slug } = (item.issue ?? item) as JsonObject;
    return String(name === "specSlug" ? slug : id);
  });
}

/** No operation lists the replies of a comment on a space. */
function repliesIn(before: string): string[] {
  const comments = seed.organizations
    .flatMap(({ spaces = [] }) => spaces)
    .flatMap((space) => space.comments ?? []);
  const comment = comments.find(({ id }) => before.endsWith(`/comments/${id}/replies`));
  return (comment?.replies ?? []).map(({ id }) => id ?? "");
}

/** No operation lists the link invites of an organization. */
function invitesIn(before: string): string[] {
  const organization = seed.organizations.find(({ id }) => before === `/orgs/${id}/link-invites`);
  return (organization?.linkInvites ?? []).map(({ id }) => id ?? "");
}

/** Every path that the template of an operation stands for on this platform. */
function* pathsOf(acme: Acme, template: string, start = ""): Generator<string> {
  const [, before = "", name, after = ""] = /^([^{]*)\/\{(\w+)\}(.*)$/.exec(template) ?? [];
  if (name === undefined) yield start + template;
  else
    for (const id of idsFor(acme, name, start + before))
      yield* pathsOf(acme, after, `${start}${before}/${id}`);
}

function isFound({ status, body }: Answer): boolean {
  const lists = [body.items, body.pages].filter(Array.isArray);
  return status === 200 && lists.every((list) => list.length > 0);
}

describe("the example has something for every operation", () => {
  const acme = startAcme();

  test.each(gets.map((operation) => [operation.name, operation] as const))("%s finds it", (_, operation) => {
    const search = operation.query?.safeParse({}).success === false ? "?query=label" : "";
    const found = [...pathsOf(acme, operation.path)].find((path) => isFound(acme.get(`${path}${search}`)));
    expect(found, `examples/acme/live.yaml has nothing that ${operation.name} answers`).toBeDefined();
  });

  const changing = all.filter(({ method }) => method !== "GET");
  test.each(changing.map((operation) => [operation.name, operation] as const))(
    "%s has a path",
    (_, operation) => {
      const { value } = pathsOf(acme, operation.path).next();
      expect(value, `examples/acme/live.yaml has nothing for ${operation.path}`).toBeDefined();
    },
  );
});

describe("the content of the example", () => {
  const acme = startAcme();
  const space = "/spaces/sp_getting_started";

  test("has links of every status, and one broken link where people begin", () => {
    const links = (of: string) => acme.items(`/spaces/${of}/links`).map(({ status }) => status);
    expect(new Set(links("sp_rest_api"))).toEqual(new Set(["ok", "in-app"]));
    expect(links("sp_getting_started").filter((status) => status !== "ok")).toEqual(["broken"]);
    const others = acme.items("/orgs/org_acme/spaces").map(({ id }) => String(id));
    const broken = others.filter((id) => links(id).includes("broken"));
    expect(broken).toEqual(["sp_getting_started", "sp_quickstart_2021"]);
  });

  test("expands what its pages include and compute", () => {
    const { markdown } = acme.get(`${space}/content/page/page_welcome?evaluated=true&dereferenced=true`).body;
    expect(markdown).toMatch(/version 2 of .*support@acme\.example/s);
    const { body } = acme.get("/spaces/sp_rest_api/content/page/page_shipping?computed=true");
    expect(body.markdown).toMatch(/`shipping`, version/);
  });

  test("has change requests of every status, one outdated, and one that waits for a review", () => {
    const requests = acme.items("/orgs/org_acme/change-requests");
    expect(new Set(requests.map(({ status }) => status))).toEqual(
      new Set(["open", "draft", "merged", "archived"]),
    );
    expect(requests.filter(({ outdated }) => outdated).map(({ id }) => id)).toEqual(["cr_sandbox"]);
    const merge = (id: string) => acme.call("POST", `/spaces/sp_trust_security/change-requests/${id}/merge`);
    expect([merge("cr_keys").status, merge("cr_tls").status]).toEqual([409, 200]);
  });

  test("has comments that are open and resolved, with replies and reactions", () => {
    const comments = acme.items(`${space}/comments`);
    expect(new Set(comments.map(({ status }) => status))).toEqual(new Set(["open", "resolved"]));
    expect(comments).toContainEqual(
      expect.objectContaining({
        id: "comment_curl",
        replies: 2,
        reactions: [
          expect.objectContaining({ emoji: "👍", count: 2 }),
          expect.objectContaining({ emoji: "🎉", count: 1 }),
        ],
      }),
    );
  });

  test("has conversations with the same title in one cluster, and change requests for clusters", () => {
    const clusters = acme.items("/orgs/org_acme/conversations-clusters");
    const sizes = Object.fromEntries(clusters.map(({ id, stats }) => [id, (stats as JsonObject).issues]));
    expect(sizes).toEqual({
      cluster_webhook_signature: 3,
      cluster_api_keys: 2,
      cluster_refunds: 1,
      "cluster_labels-print-in-the-wrong-size": 2,
      "cluster_typo-in-the-guide-to-returns": 1,
      "cluster_hello-can-you-help-me": 1,
    });
    expect(clusters.filter(({ muted }) => muted)).toHaveLength(1);
    const { items } = acme.get(
      "/orgs/org_acme/change-requests?conversationsIssuesCluster=cluster_api_keys",
    ).body;
    expect(items).toMatchObject([{ id: "cr_sandbox" }]);
  });

  test("has a deleted space to restore, an invite, and a template that asks for a file", () => {
    expect(acme.items("/orgs/org_acme/spaces").map(({ id }) => id)).not.toContain("sp_status_texts");
    expect(acme.call("POST", "/spaces/sp_status_texts/restore").status).toBe(200);
    expect(acme.call("DELETE", "/orgs/org_acme/link-invites/invite_readers").status).toBe(205);
    const banner = { kind: "file", file: "file_banner", space: "sp_getting_started" };
    const template = { id: "how-to", params: { contentRefs: { banner } } };
    expect(acme.call("POST", "/spaces/sp_tutorials/content/template", template).status).toBe(201);
  });

  test("reaches a second organization with one token, and not with the other", () => {
    const status = (token: string) => acme.call("GET", "/orgs/org_northlane", undefined, token).status;
    expect([status("acme-admin"), status("acme-reader")]).toEqual([200, 403]);
    expect(acme.items("/orgs").map(({ id }) => id)).toEqual(["org_acme", "org_northlane"]);
    const transfer = { organization: "org_northlane" };
    expect(acme.call("POST", "/spaces/sp_notes/transfer", transfer).body).toMatchObject(transfer);
  });
});
