import { describe, expect, test } from "vitest";
import { kinds } from "../../kinds/kinds.ts";
import { readBackOf } from "./read-back.ts";
import { restOfMembers } from "./read-members.ts";

function fittingIds(
  operation: string,
  params: Record<string, string>,
  body: object,
  items: readonly { readonly id: string }[],
) {
  const readBack = readBackOf(kinds, { operation, params, body: body as never }, "org_acme");
  return readBack?.fitting(items as never, items as never).map(({ id }) => id);
}

describe("what looks as what a create makes:", () => {
  const org = { organizationId: "org_acme" };
  const site = { ...org, siteId: "site_1" };

  test("the same title in the same container, not in another one", () => {
    const items = [
      { id: "col_1", title: "Guides" },
      { id: "col_2", title: "Guides", parent: "col_9" },
      { id: "col_3", title: "Other" },
    ];
    expect(fittingIds("createCollection", org, { title: "Guides" }, items)).toEqual(["col_1"]);
    expect(fittingIds("createCollection", org, { title: "Guides", parent: "col_9" }, items)).toEqual([
      "col_2",
    ]);
  });

  test("what has all fields of the body before what only has the title", () => {
    const items = [
      { id: "saml_1", label: "Okta", ssoURL: "https://one.example" },
      { id: "saml_2", label: "Okta", ssoURL: "https://two.example" },
    ];
    const body = { label: "Okta", ssoURL: "https://two.example" };
    expect(fittingIds("createSamlProvider", org, body, items)).toEqual(["saml_2"]);
  });

  test("a title that the platform writes in its own way, when nothing has it exactly", () => {
    expect(
      fittingIds("createTeam", org, { title: "Docs  Team" }, [{ id: "t1", title: "docs team" } as never]),
    ).toEqual(["t1"]);
  });

  test("a section with the space that it was made with, not one of the same title with another", () => {
    const section = (id: string, space: string) => ({
      id,
      title: "Start",
      siteSpaces: [{ id: `ss_${id}`, space: { id: space } }],
    });
    const items = [section("a", "sp_one"), section("b", "sp_two")];
    expect(fittingIds("createSiteSection", site, { title: "Start", spaceId: "sp_two" }, items)).toEqual([
      "b",
    ]);
  });

  test("a translation of the same space into the same language, in any case", () => {
    const of = (id: string, space: string, language: string) => ({ id, language, source: { space } });
    const items = [of("a", "sp_one", "pt-br"), of("b", "sp_two", "pt-BR")];
    const body = { source: { space: "sp_one" }, language: "pt-BR" };
    expect(fittingIds("createTranslation", org, body, items)).toEqual(["a"]);
  });

  test("only what makes a second one when it is sent twice is read back", () => {
    expect(
      readBackOf(kinds, { operation: "putAdaptiveSchema", params: site, body: {} }, "org_acme"),
    ).toBeUndefined();
    expect(readBackOf(kinds, { operation: "updateTeam", params: org, body: {} }, "org_acme")).toBeUndefined();
  });

  test("a copy, also of what was renamed before it was copied and moved after that", () => {
    const original = { id: "sp_1", title: "One", parent: "col_1" };
    const now = { id: "sp_1", title: "Uno", parent: "col_2" };
    const copies = ["One", "Uno"].flatMap((title) =>
      ["col_1", "col_2", "col_3"].map((parent) => ({
        id: `${title} in ${parent}`,
        title: `${title} (copy)`,
        parent,
      })),
    );
    const items = [original, now, ...copies];
    expect(fittingIds("duplicateSpace", { spaceId: "sp_1" }, {}, items)).toEqual([
      "One in col_1",
      "One in col_2",
      "Uno in col_1",
      "Uno in col_2",
    ]);
  });
});

test.each([
  ["all", {}, { add: ["a"], memberships: { a: { role: "owner" } } }],
  ["a role", { a: "member", b: "member" }, { remove: ["b"], memberships: { a: { role: "owner" } } }],
  ["a member who is still there", { a: "owner", b: "member" }, { remove: ["b"] }],
  ["nothing", { a: "owner" }, undefined],
])("of a bulk membership, what is left is sent: %s", (_, roles, rest) => {
  const body = { add: ["a"], remove: ["b"], memberships: { a: { role: "owner" } } };
  expect(restOfMembers(body, roles as Record<string, string>)).toEqual(rest);
});
