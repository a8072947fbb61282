import { describe, expect, test } from "vitest";
import { page, write } from "../../../test/support/platform/talk.ts";
import { type TestPlatform, testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { known } from "../store/table.ts";

const base = "/orgs/org_acme/translations";
const now = "2026-01-05T10:00:00.000Z";
const french = { source: { space: "sp_one", language: "en" }, language: "fr" };
const instructions = { object: "document", nodes: [{ object: "block", type: "paragraph", nodes: [] }] };

/** sp_one has two pages, one below the other, with nine words in titles and texts. */
function world(): TestPlatform {
  const platform = testPlatform();
  write(platform, [page("a", "Don't *stop* now.", [page("b", "Go on!")])]);
  return platform;
}

function create({ call }: TestPlatform, body: Json = french): JsonObject {
  const answer = call("POST", base, body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

const noStats = {
  runs: 0,
  totalWords: 0,
  totalPages: 0,
  totalDuration: 0,
  latestRunDuration: 0,
  latestPages: 0,
  latestWords: 0,
};
const second = { runs: 2, totalWords: 14, totalPages: 3, totalDuration: 2014 };

describe("translations", () => {
  test("A4: a new one answers 201, is pending and has no result yet", () => {
    const platform = world();
    const body = create(platform, { ...french, instructions });
    expect(body).toEqual({
      object: "translation",
      id: body.id,
      status: "pending",
      source: french.source,
      language: "fr",
      instructions,
      createdAt: now,
      updatedAt: now,
      stats: noStats,
      permissions: { view: true, edit: true },
      urls: { location: `http://docform.local/v1${base}/${body.id}` },
    });
    expect(platform.call("GET", `${base}/${body.id}`).body).toEqual(body);
    expect(platform.list(base)).toEqual([body]);
  });

  test("A36: it goes from pending over running to completed within seconds", () => {
    const platform = world();
    const at = `${base}/${create(platform).id}`;
    const status = () => platform.call("GET", at).body.status;
    const steps = [499, 1, 1008, 1].map((milliseconds) => {
      platform.pass(milliseconds);
      return status();
    });
    expect(steps).toEqual(["pending", "running", "running", "completed"]);
  });

  test("2.14: when it is completed, its result is a copy beside the source, and words are counted", () => {
    const platform = world();
    const { call, pass, list } = platform;
    const at = `${base}/${create(platform).id}`;
    pass(5000);
    const { body } = call("GET", at);
    expect(body).toMatchObject({
      status: "completed",
      updatedAt: "2026-01-05T10:00:01.509Z",
      stats: {
        runs: 1,
        totalWords: 9,
        totalPages: 2,
        totalDuration: 1009,
        latestRunDuration: 1009,
        latestPages: 2,
        latestWords: 9,
      },
    });
    const result = body.result as { space: string; revision: string };
    const space = call("GET", `/spaces/${result.space}`).body;
    expect(space).toMatchObject({ title: "One (fr)", language: "fr", revision: result.revision });
    expect(list("/orgs/org_acme/spaces").at(-1)).toEqual(space);
    expect(
      known(platform.platform.state.spaces, result.space).content.revisions[result.revision]?.pages,
    ).toMatchObject([{ id: "a", pages: [{ id: "b" }] }]);
  });

  test("running again translates what the source says now, into the same space", () => {
    const platform = world();
    const { call, pass } = platform;
    const at = `${base}/${create(platform).id}`;
    pass(5000);
    const before = call("GET", at).body.result as JsonObject;
    write(platform, [page("a", "Only this one.")]);
    expect(call("POST", `${at}/run`)).toMatchObject({ status: 204, body: {} });
    expect(call("GET", at).body).toMatchObject({ status: "pending", stats: { runs: 1 } });
    pass(5000);
    const { body } = call("GET", at);
    expect(body).toMatchObject({
      status: "completed",
      stats: { ...second, latestRunDuration: 1005, latestPages: 1, latestWords: 5 },
      result: { space: before.space },
    });
    expect((body.result as JsonObject).revision).not.toBe(before.revision);
  });

  test("a run that is asked for during another waits for its end", () => {
    const platform = world();
    const { call, pass } = platform;
    const at = `${base}/${create(platform).id}`;
    call("POST", `${at}/run`);
    const look = () => {
      const { status, stats } = call("GET", at).body;
      return [status, (stats as JsonObject).runs];
    };
    const steps = [1508, 1, 500, 1009].map((milliseconds) => {
      pass(milliseconds);
      return look();
    });
    expect(steps).toEqual([
      ["pending", 0],
      ["pending", 1],
      ["running", 1],
      ["completed", 2],
    ]);
  });

  test("an empty space has nothing to count, and is translated all the same", () => {
    const { call, pass } = testPlatform();
    const { body } = call("POST", base, french);
    pass(5000);
    expect(call("GET", `${base}/${body.id}`).body).toMatchObject({
      status: "completed",
      stats: { runs: 1, totalWords: 0, totalPages: 0, totalDuration: 1000 },
    });
  });

  test("the language of the source is that of the space when it is not given", () => {
    const platform = world();
    const { source } = create(platform, { source: { space: "sp_two" }, language: "fr" });
    expect(source).toEqual({ space: "sp_two" });
    platform.call("PATCH", "/spaces/sp_one", { language: "de" });
    expect(create(platform, { source: { space: "sp_one" }, language: "fr" }).source).toEqual({
      space: "sp_one",
      language: "de",
    });
  });

  test("the language of the source is no other translation (A33), now or when the space gets it later", () => {
    const platform = world();
    expect(create(platform, { ...french, language: "en" })).toMatchObject({ language: "en" });
    expect(create(platform)).toMatchObject({ language: "fr" });
    expect(platform.call("PATCH", "/spaces/sp_one", { language: "fr" }).status).toBe(200);
  });

  test("its instructions change, and stay when none are given", () => {
    const platform = world();
    const at = `${base}/${create(platform).id}`;
    platform.pass(60_000);
    const { body, status } = platform.call("PUT", at, { instructions });
    expect(status).toBe(200);
    expect(body).toMatchObject({ instructions, updatedAt: "2026-01-05T10:01:00.000Z" });
    platform.pass(60_000);
    expect(platform.call("PUT", at, {}).body).toEqual(body);
  });

  test.each([
    ["admin", true],
    ["reader", false],
  ])("permissions follow the token: %s", (token, edit) => {
    const platform = world();
    const { id } = create(platform);
    const { permissions } = platform.call("GET", `${base}/${id}`, undefined, token).body;
    expect(permissions).toEqual({ view: true, edit });
  });
});

describe("A33: one for a source and a language", () => {
  test.each([["fr"], ["FR"]])("a second one into %s is 409", (language) => {
    const platform = world();
    create(platform);
    expect(platform.call("POST", base, { ...french, language }).status).toBe(409);
    expect(platform.list(base)).toHaveLength(1);
  });

  test("another language, or another space, is another translation", () => {
    const platform = world();
    create(platform);
    create(platform, { ...french, language: "pt-BR" });
    create(platform, { ...french, source: { space: "sp_two" } });
    expect(platform.list(base).map(({ language }) => language)).toEqual(["fr", "pt-BR", "fr"]);
  });

  test("A3: it is deleted once; then there can be another, and the translated space stays", () => {
    const platform = world();
    const { call, pass } = platform;
    const at = `${base}/${create(platform).id}`;
    pass(5000);
    const { space } = call("GET", at).body.result as { space: string };
    expect([call("DELETE", at).status, call("DELETE", at).status]).toEqual([205, 204]);
    expect(call("GET", `/spaces/${space}`).body).not.toHaveProperty("deletedAt");
    create(platform);
  });
});

describe("nothing dangles", () => {
  test("a result that is deleted is not shown; the next run makes another", () => {
    const platform = world();
    const { call, pass } = platform;
    const at = `${base}/${create(platform).id}`;
    pass(5000);
    const { space } = call("GET", at).body.result as { space: string };
    call("DELETE", `/spaces/${space}`);
    expect(call("GET", at).body).not.toHaveProperty("result");
    call("POST", `${at}/run`);
    pass(5000);
    expect((call("GET", at).body.result as JsonObject).space).not.toBe(space);
  });

  test("A17: with a deleted source it cannot run, and it goes with the source after 7 days", () => {
    const platform = world();
    const { call, pass, list } = platform;
    const at = `${base}/${create(platform).id}`;
    call("DELETE", "/spaces/sp_one");
    expect(call("POST", `${at}/run`).status).toBe(409);
    pass(7 * 24 * 60 * 60 * 1000);
    expect(call("GET", at).status).toBe(200);
    pass(1);
    expect([call("GET", at).status, call("DELETE", at).status]).toEqual([404, 204]);
    expect(list(base)).toEqual([]);
  });

  test("A20: a space that is translated, or a translation of another, stays in its organization", () => {
    const platform = world();
    const { call, pass } = platform;
    for (const site of ["site_flat", "site_deep"]) call("DELETE", `/orgs/org_acme/sites/${site}`);
    const at = `${base}/${create(platform).id}`;
    pass(5000);
    const { space } = call("GET", at).body.result as { space: string };
    const transfer = (id: string) =>
      call("POST", `/spaces/${id}/transfer`, { organization: "org_globex" }).status;
    expect(["sp_one", space].map(transfer)).toEqual([412, 412]);
    call("DELETE", at);
    expect(["sp_one", space].map(transfer)).toEqual([200, 200]);
  });
});
