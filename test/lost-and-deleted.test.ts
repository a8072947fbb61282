import { describe, expect, test } from "vitest";
import { type Edit, editOn, manifest, project } from "./cli-fixture.ts";
import { type Instead, startProxy } from "./support/proxy.ts";

/** A call whose answer is lost, and what somebody does before docform looks. */
interface Loss {
  readonly body: string;
  /** What is so before the run. */
  readonly given?: readonly Edit[];
  readonly call: Edit;
  /** Afterwards what the call did is there no more. */
  readonly meanwhile: readonly Edit[];
}

const deep = `spaces: { one: { title: One }, two: { title: Two }, three: { title: Three }, four: { title: Four } }
sites:
  deep:
    title: Deep site
    structure:
      - { section: first, title: First, spaces: [{ space: one }, { space: four }] }
      - group: group
        title: Group
        sections:
          - { section: second, title: Second, spaces: [{ space: two }] }
        groups:
          - group: inner
            title: Inner
            sections: [{ section: third, title: Third, spaces: [{ space: three }] }]
      - { section: fourth, title: Fourth, spaces: [{ space: four }] }
`;

const copy = "spaces: { one: { title: One }, quick: { title: Quick, duplicateFrom: one } }\n";
const inGuides: Edit = ["POST", "/spaces/sp_one/move", { parent: "col_guides" }];
const noGuides: Edit = ["DELETE", "/collections/col_guides"];
const copied: Edit = ["POST", "/spaces/sp_one/duplicate"];
const site = "/orgs/org_acme/sites";

const losses: readonly (readonly [string, Loss])[] = [
  [
    "a copy, and the collection with it and its original",
    { body: copy, given: [inGuides], call: copied, meanwhile: [noGuides] },
  ],
  [
    "a copy, and the collection in which it was made, which its original had left",
    {
      body: copy,
      given: [inGuides],
      call: copied,
      meanwhile: [["POST", "/spaces/sp_one/move", { parent: null }], noGuides],
    },
  ],
  [
    "a collection, and the one that it stands in",
    {
      body: "collections: { guides: { title: Guides }, inner: { title: Inner, parent: guides } }\n",
      call: ["POST", "/orgs/org_acme/collections", { title: "Inner", parent: "col_guides" }],
      meanwhile: [noGuides],
    },
  ],
  [
    "a site space, and its section",
    {
      body: deep,
      call: ["POST", `${site}/site_deep/site-spaces`, { spaceId: "sp_four", sectionId: "sec_a" }],
      meanwhile: [["DELETE", `${site}/site_deep/sections/sec_a`]],
    },
  ],
  [
    "a site space, and the space that it shows",
    {
      body: `spaces: { one: { title: One }, two: { title: Two }, three: { title: Three } }
sites: { flat: { title: Flat site, structure: [{ space: one }, { space: two }, { space: three }] } }
`,
      call: ["POST", `${site}/site_flat/site-spaces`, { spaceId: "sp_three" }],
      meanwhile: [["DELETE", "/spaces/sp_three"]],
    },
  ],
  [
    "a section, and the space that it shows",
    {
      body: `spaces: { one: { title: One } }
sites: { empty: { title: Empty site, structure: [{ section: start, title: Start, spaces: [{ space: one }] }] } }
`,
      call: ["POST", `${site}/site_empty/sections`, { title: "Start", spaceId: "sp_one" }],
      meanwhile: [["DELETE", "/spaces/sp_one"]],
    },
  ],
];

/**
 * How the first step of an apply ends whose answer is lost, or is `first`, and which is refused when it is sent again.
 */
async function outcomeOf(
  { body, given = [], call }: Loss,
  edits: readonly Edit[],
  first: Instead = { status: 503, body: "" },
) {
  const acme = await project(manifest(body));
  for (const edit of given) await editOn(acme.platform, edit);
  const [method, path] = call;
  let count = 0;
  const proxy = await startProxy(acme.platform.url, {
    before: async (request) => {
      if (request.method !== method || request.path !== `/v1${path}`) return undefined;
      if (count++ > 0) return { status: 403, body: "" };
      for (const edit of edits) await editOn(acme.platform, edit);
      return first;
    },
  });
  const env = { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url };
  const { stdout } = await acme.docform("apply --yes --format json", { env });
  const lines = stdout.split("\n").filter((line) => line !== "");
  const ends = lines.map((line) => JSON.parse(line)).filter(({ type }) => /^step_[^s]/.test(type));
  return { count, end: ends[0] };
}

describe.each(losses)("somebody deletes before it is looked for what a lost create made: %s:", (_, loss) => {
  test("nobody can tell that it was done", async () => {
    const { count, end } = await outcomeOf(loss, [loss.call, ...loss.meanwhile]);
    expect(count).toBe(2);
    expect(end).toMatchObject({
      type: "step_unknown",
      message: expect.stringMatching(
        /whether it was done cannot be told: nothing new looks like it, and .* is not there/,
      ),
    });
  });

  test("where it was not done and nobody deletes anything, that is read", async () => {
    const { count, end } = await outcomeOf(loss, []);
    expect(count).toBe(2);
    expect(end).toMatchObject({ type: "step_failed", status: 403 });
  });
});

describe("a create that the platform calls done, in an answer that nobody can read, and that is not there:", () => {
  const team: Loss = {
    body: "teams: { new: { title: New } }\n",
    call: ["PUT", "/orgs/org_acme/teams", { title: "New" }],
    meanwhile: [],
  };

  test.each<[string, Instead]>([
    ["a list", { status: 200, body: "[]" }],
    ["a page", { status: 200, body: "<html>Sign in</html>", type: "text/html" }],
    ["nothing", { status: 200, body: "" }],
    ["half of it", { status: 201, body: '{"id":"team_' }],
  ])("nobody can tell whether somebody deleted it at once: %s", async (_, first) => {
    const { count, end } = await outcomeOf(team, [], first);
    expect(count).toBe(2);
    expect(end).toMatchObject({
      type: "step_unknown",
      message: expect.stringContaining("nothing new looks like it, and yet the platform called it done"),
    });
  });
});

describe("the members of a team, set by a call whose answer is lost:", () => {
  const members = "/orgs/org_acme/teams/team_docs/members";
  const loss: Loss = {
    body: `teams:
  docs: { id: team_docs, title: Docs, members: { ana@acme.example: owner, bo@acme.example: member, li@acme.example: owner } }
`,
    call: ["PUT", members],
    meanwhile: [],
  };
  const alone: Loss = {
    ...loss,
    body: "teams: { docs: { id: team_docs, title: Docs, members: { ana@acme.example: owner, bo@acme.example: member } } }\n",
  };
  const both: Edit = ["PUT", members, { add: ["bo@acme.example", "li@acme.example"] }];
  const onlyBo: Edit = ["PUT", members, { add: ["bo@acme.example"] }];

  test.each<[string, Loss, readonly Edit[], string]>([
    [
      "when one of them has left the organization since, and the other one is there",
      loss,
      [both, ["DELETE", "/orgs/org_acme/members/usr_bo"]],
      "cannot be told: some members are as asked for, and others are not",
    ],
    [
      "when the only one has left the organization since",
      alone,
      [onlyBo, ["DELETE", "/orgs/org_acme/members/usr_bo"]],
      'cannot be told: no member is as asked for, and "usr_bo", which it needs, is not there',
    ],
    [
      "when somebody took one of them out again",
      loss,
      [both, ["PUT", members, { remove: ["bo@acme.example"] }]],
      "cannot be told: some members are as asked for, and others are not",
    ],
  ])("nobody can tell that it was done %s", async (_, given, edits, why) => {
    const { count, end } = await outcomeOf(given, edits);
    expect(count).toBe(2);
    expect(end).toMatchObject({
      type: "step_unknown",
      message: expect.stringContaining(why),
    });
  });

  test("where it was not done and nobody changes anything, that is read", async () => {
    const { count, end } = await outcomeOf(loss, []);
    expect(count).toBe(2);
    expect(end).toMatchObject({ type: "step_failed", status: 403 });
  });
});

describe("a delete that finds nothing after its answer was lost", () => {
  const links =
    "sites: { deep: { title: Deep site, shareLinks: { old: { name: Partners, absent: true } } } }\n";
  const path = `${site}/site_deep/share-links/link_1`;

  test.each<[string, readonly Edit[], string]>([
    ["is done when it is said not to be there", [["DELETE", path]], "step_done"],
    [
      "may have been done when what it stood in is gone too: a 404 says no more",
      [["DELETE", `${site}/site_deep`]],
      "step_unknown",
    ],
  ])("%s", async (_, edits, type) => {
    const acme = await project(manifest(links));
    let count = 0;
    const proxy = await startProxy(acme.platform.url, {
      before: async ({ method }) => {
        if (method !== "DELETE" || count++ > 0) return undefined;
        for (const edit of edits) await editOn(acme.platform, edit);
        return { status: 503, body: "" };
      },
    });
    const env = { ...acme.platform.env, DOCFORM_BASE_URL: proxy.url };
    const { stdout } = await acme.docform("apply --yes --allow-deletes 1 --format json", { env });
    expect(stdout).toContain(`"type":"${type}"`);
    expect(count).toBe(2);
  });
});
