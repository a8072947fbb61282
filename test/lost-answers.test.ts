import { describe, expect, test } from "vitest";
import { type Edit, editOn, manifest, mutations, type Project, project } from "./cli-fixture.ts";
import { startProxy } from "./support/proxy.ts";
import type { Run } from "./support/run-docform.ts";

/** Applies through a proxy that does edits, and answers the calls of one kind as it is told. */
async function applyWith(
  { docform, platform }: Project,
  isMeant: (call: { readonly method: string; readonly path: string }) => boolean,
  happen: (count: number) => Promise<{ readonly status: number; readonly body: string } | undefined>,
): Promise<Run> {
  let count = 0;
  const proxy = await startProxy(platform.url, {
    before: async (call) => (isMeant(call) ? happen(++count) : undefined),
  });
  return docform("apply --yes", { env: { ...platform.env, DOCFORM_BASE_URL: proxy.url } });
}

const members = manifest(
  "teams:\n  docs: { id: team_docs, title: Docs, members: { li@acme.example: owner, bo@acme.example: member } }\n",
);

const losses: readonly (readonly [string, object])[] = [
  ["a reset before it is carried out", { fault: "reset-before-commit" }],
  ["a reset after it is carried out", { fault: "reset-after-commit" }],
  ["a fault after it is carried out", { fault: "answer", status: 503, done: true }],
  ["a fault before it is carried out", { fault: "answer", status: 503 }],
];

describe("the members of a team, set by one call whose answer is lost:", () => {
  test.each(losses)("%s: afterwards they are as declared", async (_, loss) => {
    const acme = await project(members, [{ operation: "updateTeamMembers", calls: 1, ...loss }]);
    expect(await acme.docform("apply --yes")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("1 done"),
    });
  });

  test("carried out: it is not sent again; not carried out: once more", async () => {
    const counts = await Promise.all(
      [true, false].map(async (done) => {
        const fault = { operation: "updateTeamMembers", calls: 1, fault: "answer", status: 503, done };
        const acme = await project(members, [fault]);
        await acme.docform("apply --yes");
        return mutations(acme.platform).length;
      }),
    );
    expect(counts).toEqual([1, 2]);
  });

  test("only the rest is sent: what somebody did meanwhile is not done again", async () => {
    const acme = await project(members);
    const edit: Edit = ["PUT", "/orgs/org_acme/teams/team_docs/members", { add: ["li@acme.example"] }];
    const run = await applyWith(
      acme,
      ({ method }) => method === "PUT",
      async (count) => {
        if (count > 1) return undefined;
        await editOn(acme.platform, edit);
        return { status: 503, body: "" };
      },
    );
    expect(run.code).toBe(0);
  });
});

describe("a move that would change nothing", () => {
  const inner = manifest(`collections:
  guides: { title: Guides }
spaces:
  two: { title: Two, collection: guides }
`);
  const unchanged = { status: 409, body: '{"error":{"code":409,"message":"It stands there already."}}' };
  const isMove = ({ path }: { readonly path: string }): boolean => path.endsWith("/sp_two/move");

  test("is done when it is read that it stands there", async () => {
    const acme = await project(inner);
    const run = await applyWith(acme, isMove, async () => {
      await editOn(acme.platform, ["POST", "/spaces/sp_two/move", { parent: "col_guides" }]);
      return unchanged;
    });
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("1 done") });
  });

  test("fails when it is read that it stands elsewhere", async () => {
    const run = await applyWith(await project(inner), isMove, async () => unchanged);
    expect(run.code).toBe(5);
    expect(run.stderr).toContain(
      "It stands there already.; but that is not what was read: it stands in the root",
    );
  });
});
