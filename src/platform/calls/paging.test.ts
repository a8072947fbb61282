import { describe, expect, test } from "vitest";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";

const many = {
  organizations: [
    {
      id: "o",
      title: "Org",
      teams: Array.from({ length: 120 }, (_, n) => ({ id: `t${n}`, title: `Team ${n}` })),
    },
  ],
};
const pages = (query: string) => {
  const { call } = testPlatform(many);
  const found: unknown[][] = [];
  for (let page = ""; ; ) {
    const { body } = call("GET", `/orgs/o/teams?${query}${page}`, undefined, "docform-admin");
    found.push((body.items as { id: string }[]).map((item) => item.id));
    expect(body.count).toBe(120);
    if (body.next === undefined) return found;
    page = `&page=${encodeURIComponent((body.next as { page: string }).page)}`;
  }
};

describe("A6: paging", () => {
  test.each([
    ["", [50, 50, 20]],
    ["limit=40", [40, 40, 40]],
    ["limit=119", [119, 1]],
    ["limit=120", [120]],
    ["limit=1000", [120]],
  ])("pages of ?%s have these sizes, and give everything once", (query, sizes) => {
    const found = pages(query);
    expect(found.map((page) => page.length)).toEqual(sizes);
    expect(new Set(found.flat()).size).toBe(120);
  });

  test("a limit of 0 counts, and gives nothing", () => {
    const { body } = testPlatform(many).call("GET", "/orgs/o/teams?limit=0", undefined, "docform-admin");
    expect(body).toMatchObject({ count: 120, items: [], next: { page: expect.any(String) } });
  });

  test("filters come before paging: count is that of the filtered list", () => {
    const { body } = testPlatform(many).call(
      "GET",
      "/orgs/o/teams?title=m%2011&limit=5",
      undefined,
      "docform-admin",
    );
    expect(body).toMatchObject({ count: 11, next: {} });
  });
});

describe("A6: cursors", () => {
  test("a page of another list is 400", () => {
    const { call } = testPlatform();
    const next = call("GET", "/orgs/org_acme/members?limit=1").body.next as { page: string };
    expect(call("GET", `/orgs/org_acme/members?page=${next.page}`).status).toBe(200);
    expect(call("GET", `/orgs/org_acme/teams?page=${next.page}`).status).toBe(400);
    expect(call("GET", `/orgs/org_acme/members?page=${next.page}x`).status).toBe(400);
  });

  test.each([-1, 0.5, "1"])("one that somebody made up is 400: index %j", (index) => {
    const text = encodeURIComponent(JSON.stringify(["/orgs/org_acme/members", index, "usr_li"]));
    const page = btoa(text).replaceAll("=", "");
    expect(testPlatform().call("GET", `/orgs/org_acme/members?page=${page}`).status).toBe(400);
  });

  test("nothing is left out when an item of an earlier page is deleted meanwhile", () => {
    const { call } = testPlatform(many);
    const get = (query: string) =>
      call("GET", `/orgs/o/teams?limit=10${query}`, undefined, "docform-admin").body;
    const next = (get("").next as { page: string }).page;
    call("DELETE", "/orgs/o/teams/t3", undefined, "docform-admin");
    expect((get(`&page=${next}`).items as unknown[])[0]).toMatchObject({ id: "t10" });
  });
});
