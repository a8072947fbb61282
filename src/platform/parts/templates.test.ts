import { describe, expect, test } from "vitest";
import { contentSeed } from "../../../test/support/platform/content-seed.ts";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { snapshot } from "../store/state.ts";

const space = "/spaces/sp_one";
const template = `${space}/content/template`;
const world = () => testPlatform(contentSeed);
const logo = { kind: "file", file: "file_logo", space: "sp_one" };
const filled = (more: { [key: string]: Json } = {}) => ({
  id: "release-notes",
  params: { contentRefs: { logo, ...more } },
});

const lastPage = ({ body }: { readonly body: JsonObject }) =>
  (body.pages as readonly JsonObject[]).at(-1) as JsonObject;

describe("a template that is applied", () => {
  test("to a space adds pages at the end, and answers 201 with nothing (A5)", () => {
    const { call } = world();
    const before = call("GET", space).body.revision;
    expect(call("POST", template, filled())).toMatchObject({ status: 201, body: {} });
    const content = call("GET", `${space}/content`);
    expect(content.body).toMatchObject({ type: "edits", parents: [before] });
    expect(lastPage(content)).toMatchObject({ title: "Intro", path: "intro-2" });
    expect(call("GET", space).body.revision).toBe(content.body.id);
  });

  test("to a change request leaves the space as it is", () => {
    const { call } = world();
    const before = call("GET", `${space}/content`).body;
    expect(call("POST", template, { id: "plain", changeRequestId: "1" }).status).toBe(201);
    expect(call("GET", `${space}/content`).body).toEqual(before);
    expect(lastPage(call("GET", `${space}/change-requests/1/content`)).title).toBe("Plain");
  });

  test("is filled with the files that the caller names", () => {
    const { call } = world();
    call("POST", template, filled());
    const { id, markdown } = lastPage(call("GET", `${space}/content`));
    expect(markdown).toBe("![](/spaces/sp_one/files/file_logo)");
    expect(call("GET", `${space}/content/page/${id}/links`).body.items).toMatchObject([{ status: "ok" }]);
  });

  test("adds variables, and keeps those that are there", () => {
    const { call } = world();
    call("POST", template, filled());
    expect(call("GET", `${space}/content`).body.variables).toEqual({
      product: "Hub",
      version: "1",
      year: "2026",
    });
  });

  test("twice adds its pages twice, with other ids and paths", () => {
    const { call } = world();
    for (let time = 0; time < 2; time += 1) call("POST", template, { id: "plain" });
    const pages = call("GET", `${space}/content`).body.pages as readonly JsonObject[];
    expect(pages.slice(-2).map(({ path }) => path)).toEqual(["plain", "plain-2"]);
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
  });

  test("leaves change requests of the space behind", () => {
    const { call } = world();
    expect(call("GET", `${space}/change-requests/3`).body.outdated).toBe(false);
    call("POST", template, { id: "plain" });
    expect(call("GET", `${space}/change-requests/3`).body.outdated).toBe(true);
  });

  test("A37: blank is known everywhere, and adds nothing", () => {
    const { call, platform } = testPlatform();
    const before = snapshot(platform.state);
    expect(call("POST", template, { id: "blank" }).status).toBe(201);
    expect(platform.state).toEqual(before);
  });
});

describe("a template that cannot be applied changes nothing", () => {
  test.each<[string, number, Json, string]>([
    ["an unknown one", 400, { id: "nope" }, "id: "],
    ["none", 400, {}, "id: "],
    ["one without the file that it needs", 400, { id: "release-notes" }, 'needs "logo"'],
    ["one with a file that it does not ask for", 400, filled({ other: logo }), 'has no "other"'],
    ["a file for blank", 400, { ...filled(), id: "blank" }, 'has no "logo"'],
    ["an unknown file", 400, filled({ logo: { ...logo, file: "no" } }), "params.contentRefs.logo.file: "],
    ["a file of an unknown space", 400, filled({ logo: { ...logo, space: "no" } }), "logo.space: "],
    [
      "a file of another organization",
      400,
      filled({ logo: { ...logo, space: "sp_globex" } }),
      "logo.space: ",
    ],
    ["an unknown change request", 400, { id: "plain", changeRequestId: "no" }, "changeRequestId: "],
    ["a merged change request", 409, { id: "plain", changeRequestId: "cr_merged" }, "merged"],
    ["an archived change request", 409, { id: "plain", changeRequestId: "cr_archived" }, "archived"],
  ])("%s is %i", (_, status, body, message) => {
    const { call, platform } = world();
    const before = snapshot(platform.state);
    const answer = call("POST", template, body);
    expect([answer.status, answer.body.error]).toEqual([
      status,
      { code: status, message: expect.stringContaining(message) },
    ]);
    expect(platform.state).toEqual(before);
  });

  test("2.1: a locked space takes it in a change request only", () => {
    const { call } = world();
    call("PATCH", space, { editMode: "locked" });
    expect(call("POST", template, { id: "plain" }).status).toBe(409);
    expect(call("POST", template, { id: "plain", changeRequestId: "cr_open" }).status).toBe(201);
  });
});
