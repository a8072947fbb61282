import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { acmeSeed } from "../support/platform/acme-seed.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform/start-platform.ts";
import { editOn, folderWith, manifest, quietly, settings } from "../support/processes/cli-fixture.ts";

// Nothing promises that ids of two kinds differ (2.1): what docform knows by ids, it knows by the kind as well.

const seed = acmeSeed({
  spaces: [
    { id: "sp_one", title: "One" },
    { id: "sp_two", title: "Two" },
  ],
  sites: [
    {
      id: "site_hub",
      title: "Hub",
      structure: [
        {
          group: "Outer",
          id: "grp_outer",
          children: [
            { section: "Alpha", id: "sec_alpha", spaces: [{ space: "sp_one", id: "ss_alpha" }] },
            { section: "Beta", id: "sec_beta", spaces: [{ space: "sp_two", id: "ss_beta" }] },
          ],
        },
        { section: "Gamma", id: "sec_gamma", spaces: [{ space: "sp_two", id: "ss_gamma" }] },
      ],
    },
  ],
});

/** The address of a server that answers as the platform does, but calls everything with these ids the same. */
async function callingTheSame({ url, token }: TestPlatform, ids: readonly string[]): Promise<string> {
  const server = createServer(async (request, response) => {
    const path = (request.url ?? "").replace("/sites/same", "/sites/site_hub");
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const text = ids.reduce((all, id) => all.replaceAll(`"${id}"`, '"same"'), await answer.text());
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

async function projectOf(body: string, ids: readonly string[]) {
  const cwd = folderWith({ "docform.yaml": settings, ...manifest(body) });
  const platform = await startTestPlatform(seed);
  const env = { ...platform.env, DOCFORM_BASE_URL: await callingTheSame(platform, ids) };
  const docform = (line: string) => quietly(line, { cwd, env, sleep: platform.sleep });
  return { docform, platform };
}

const section = (key: string, title: string, space: string): string =>
  `{ section: ${key}, title: ${title}, spaces: [{ space: "id:${space}" }] }`;
const alpha = section("alpha", "Alpha", "sp_one");
const beta = section("beta", "Beta", "sp_two");
const gamma = section("gamma", "Gamma", "sp_two");

/** The site with these sections in its group. */
const hubWith = (...inGroup: readonly string[]): string => `sites:
  hub:
    title: Hub
    structure:
      - { group: outer, title: Outer, sections: [${inGroup.join(", ")}] }
      - ${gamma}
`;

const several = [
  ["none", []],
  ["a section and its site", ["site_hub", "sec_alpha"]],
  ["a section and its group", ["grp_outer", "sec_alpha"]],
  ["a space in a section, and that", ["ss_alpha", "sec_alpha"]],
  ["all that is in each other", ["site_hub", "grp_outer", "sec_alpha", "ss_alpha"]],
] as const;

test.each(several)("a delete names what keeps it, when these have one id: %s", async (_, ids) => {
  const { docform } = await projectOf(
    `spaces: { one: { id: sp_one, absent: true } }\n${hubWith(alpha, beta)}`,
    ids,
  );
  const { code, stdout, stderr } = await docform("plan");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("but acme/sites.hub.sections.alpha.spaces.sp_one refers to it by its id");
  expect(stdout).toContain("No changes to make. 1 blocked.");
});

test.each(several)("a structure is taken over as it is, when these have one id: %s", async (_, ids) => {
  const { docform } = await projectOf("sites: { hub: { title: Hub } }\n", ids);
  expect(await docform("pull sites.hub.sections.beta")).toMatchObject({ code: 0, stderr: "" });
  expect((await docform("plan")).stdout).toContain("No changes");
});

test.each(several)(
  "one item of a structure comes with its groups alone, when these have one id: %s",
  async (_, ids) => {
    const { docform } = await projectOf("sites: { hub: { title: Hub, structure: [] } }\n", ids);
    const pulled = await docform("pull sites.hub.sections.gamma --dry-run");
    expect(pulled.stdout).toContain("section: gamma");
    expect(pulled.stdout).not.toContain("outer");
  },
);

test.each(several)(
  "what is no longer as it was reviewed has its own name, when these have one id: %s",
  async (_, ids) => {
    const { docform, platform } = await projectOf(hubWith(beta, alpha), ids);
    expect(await docform("plan --out plan.json")).toMatchObject({ code: 0, stderr: "" });
    const section = "/orgs/org_acme/sites/site_hub/sections/sec_beta";
    const before = { type: "site-section", siteSection: "sec_alpha" };
    await editOn(platform, ["POST", `${section}/move`, { position: { before } }]);
    const { code, stderr } = await docform("apply plan.json --yes");
    expect(code).toBe(4);
    expect(stderr).toContain("the order in outer was alpha, beta, and is beta, alpha now");
  },
);
