import { describe, expect, test } from "vitest";
import { type Operation, pathParameters } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import type { Json } from "../../text/json.ts";
import { exampleWords } from "./api-help.ts";
import { type Given, readInput } from "./api-input.ts";

const contract: Readonly<Record<string, Operation>> = operations;

function read(name: string, words: readonly string[], more: Partial<Given> = {}) {
  return readInput(contract[name]!, { params: {}, words, ...more });
}

/** `message | hint` for each problem. */
function problems(name: string, words: readonly string[], body?: Json): readonly string[] {
  const result = read(name, words, { body });
  return "problems" in result
    ? result.problems.map(({ message, hint }) => (hint === undefined ? message : `${message} | ${hint}`))
    : [];
}

const org = "organizationId=org_1";

describe("the input of a call", () => {
  test("goes to path, query or body, as the contract has it", () => {
    expect(read("listTeams", [org, "title=docs", "limit:=5"])).toEqual({
      input: { params: { organizationId: "org_1" }, query: { title: "docs", limit: 5 } },
    });
    expect(read("createTeam", [org, "title=A=B:=C", 'members:=["usr_1"]'])).toEqual({
      input: {
        params: { organizationId: "org_1" },
        query: {},
        body: { title: "A=B:=C", members: ["usr_1"] },
      },
    });
  });

  test.each(Object.keys(contract))("the example of the help of %s is right", (name) => {
    const operation = contract[name]!;
    const [first, ...words] = exampleWords(operation);
    expect(first).toBe(name);
    expect(read(name, words)).toHaveProperty("input");
  });

  test.each(Object.keys(contract))("%s has no key in two places", (name) => {
    const { query, body } = contract[name]!;
    const keys = [
      ...pathParameters(contract[name]!),
      ...Object.keys(query?.shape ?? {}),
      ...Object.keys(body?.shape ?? {}),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("of a query that takes a list may repeat a key", () => {
    const result = read("listSpaceComments", ["spaceId=sp", "authors=a", "authors=b"]);
    expect(result).toMatchObject({ input: { query: { authors: ["a", "b"] } } });
    expect(problems("listTeams", [org, "title=a", "title=b"])).toEqual([
      '"title" is given twice | leave one of the two out',
    ]);
  });

  test("takes fields beside a body from a file, but none twice", () => {
    expect(read("createTeam", [org, "title=Docs"], { body: { members: [] } })).toMatchObject({
      input: { body: { members: [], title: "Docs" } },
    });
    expect(problems("createTeam", [org, "title=Docs"], { title: "Other" })).toEqual([
      '"title" is in --body and on the command line | leave one of the two out',
    ]);
    expect(problems("getTeam", [org, "teamId=t"], {})).toEqual(["getTeam takes no body | leave --body out"]);
    expect(problems("createTeam", [org], [])).toEqual([
      "the body must be a map, not a list | see docform api createTeam --help",
    ]);
  });

  test("may hold other fields where the body is open, but no prototype", () => {
    expect(read("createChangeRequest", ["spaceId=sp", "colour=red"])).toMatchObject({
      input: { body: { colour: "red" } },
    });
    expect(problems("createChangeRequest", ["spaceId=sp", '__proto__:={"a":1}'])).toHaveLength(1);
  });
});

describe("a mistake in the input", () => {
  test.each<[string, string, readonly string[], readonly string[]]>([
    ["no key", "listTeams", [org, "docs"], ['"docs" is not an input | write key=value, or key:=json']],
    [
      "an unknown key",
      "listTeams",
      [org, "titel=docs"],
      [
        'listTeams takes no "titel" | did you mean "title"? it takes: organizationId, page, limit, owner, title',
      ],
    ],
    [
      "several",
      "createTeam",
      ["title="],
      [
        'path parameter "organizationId" is missing | write organizationId=VALUE',
        "title must not be empty | see docform api createTeam --help",
      ],
    ],
    ["a missing field", "createTeam", [org], ["title is missing | see docform api createTeam --help"]],
    [
      "too long",
      "createTeam",
      [org, `title=${"x".repeat(65)}`],
      ["title must be at most 64 characters, and has 65 | see docform api createTeam --help"],
    ],
    [
      "an enum",
      "updateMember",
      [org, "userId=u", "role=edti"],
      [
        'role must be one of "admin", "create", "review", "edit", "comment", "read" | did you mean "edit"? see docform api updateMember --help',
      ],
    ],
    [
      "text for a boolean",
      "updateOrganization",
      [org, "ai=true"],
      ["ai must be true or false, not text | see docform api updateOrganization --help"],
    ],
    [
      "text for a list",
      "createTeam",
      [org, "title=Docs", "members=usr_1"],
      ["members must be a list, not text | see docform api createTeam --help"],
    ],
    [
      "a field inside",
      "updateOrganization",
      [org, 'defaultContent:={"type":"site","sit":"s"}'],
      [
        "defaultContent.site is missing | see docform api updateOrganization --help",
        'unknown field "sit" | did you mean "site"? known here: type, site',
      ],
    ],
    [
      "a limit of a query",
      "listTeams",
      [org, "limit=1001"],
      ["limit must be at most 1000 | see docform api listTeams --help"],
    ],
    [
      "no number",
      "listTeams",
      [org, "limit=many"],
      ["limit must be a whole number | see docform api listTeams --help"],
    ],
    [
      "an empty path parameter",
      "listTeams",
      ["organizationId="],
      ['path parameter "organizationId" is empty | see docform api listTeams --help'],
    ],
    [
      "a path parameter that is not text",
      "listTeams",
      ["organizationId:=1"],
      [
        "organizationId must be text | write it as organizationId=VALUE",
        'path parameter "organizationId" is missing | write organizationId=VALUE',
      ],
    ],
  ])("is told: %s", (_, name, words, expected) => {
    expect(problems(name, words)).toEqual(expected);
  });

  test("is told with the reason when JSON is broken", () => {
    expect(problems("createTeam", [org, "title=Docs", "members:=[a"])[0]).toMatch(
      /^members is not JSON: .* \| for plain text write members=TEXT$/,
    );
  });
});
