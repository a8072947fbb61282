import { expect, test } from "vitest";
import type { Transport } from "../../src/client/transport.ts";
import { hostile } from "../support/plans/plan-fixture.ts";
import { type MemoryPlatform, memoryPlatform } from "../support/platform/memory-platform.ts";
import { smallSeed } from "../support/platform/test-platform.ts";
import { folderWith, manifest, settings } from "../support/processes/cli-fixture.ts";
import { type Run, runDocform, type Surroundings } from "../support/processes/run-docform.ts";

const [acme, ...others] = smallSeed.organizations;
const texts = Object.values(hostile);
/** Where a title may have 50 characters. */
const short = texts.map((text) => text.slice(0, 50));

/** An organization in which whatever has a name has a hostile one. */
const seed = {
  ...smallSeed,
  organizations: [
    {
      ...acme,
      title: short[0],
      members: acme!.members!.map((member, at) => ({ ...member, name: texts[at] })),
      teams: short.map((title, at) => ({ id: `team_${at}`, title })),
      spaces: acme!.spaces!.map((space, at) => ({ ...space, title: short[at] })),
      sites: acme!.sites!.map((site, at) => ({ ...site, title: short[at + 3] })),
      saml: [{ id: "saml_okta", label: (short[4] ?? "").slice(0, 30) }],
    },
    ...others,
  ],
};

/** It names what is there by hostile names, changes some, adds and deletes: each text is in a plan somewhere. */
const files = {
  "docform.yaml": settings,
  ...manifest(`settings: { title: Acme }
members: { li@acme.example: { role: admin } }
teams:
  a: { id: team_0, title: Writers }
  b: { id: team_1, absent: true }
  c: { title: ${JSON.stringify(`new ${hostile.command}`.slice(0, 50))} }
  d: { id: team_2, title: ${JSON.stringify(hostile.escape)} }
spaces: { one: { id: sp_one, title: One } }
sites: { flat: { id: site_flat, title: Flat } }
saml: { okta: { id: saml_okta, label: Okta } }
`),
};

/** Colours, and what a progress display needs: cursor movements and erasing, in the forms that it uses. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape codes of docform itself are what is removed
const ours = /\u001b\[(\d*(;\d+)*m|\?(7|25)[hl]|\d*[ABCDGJK])|\r(?=\n)/g;

/** Nothing in it steers a terminal or a CI service, or is not seen. */
function expectSafe({ stdout, stderr }: Run, line: string): void {
  const text = `${stdout}\n${stderr}`.replace(ours, "");
  expect(text.replaceAll("\n", ""), line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(text, line).not.toMatch(/^\s*::[a-z]|##(vso|teamcity)?\[/im);
}

const lines = [
  "validate",
  "plan",
  "plan --unmanaged --rehearse",
  "plan --format json",
  "plan --format markdown",
  "plan --rehearse --format html",
  "drift",
  "drift --format json",
  "api listTeams organizationId=org_acme",
  "api listTeams organizationId=org_acme --format yaml",
  "api getOrganization organizationId=org_acme --format yaml",
  "api listMembers organizationId=org_acme --paginate --format yaml",
  "apply --format json --yes --log-level debug",
];

/** Surroundings of one run of docform on a platform of its own. */
function start(): Surroundings & MemoryPlatform["surroundings"] {
  return { ...memoryPlatform(seed).surroundings, cwd: folderWith(files) };
}

test.each(lines)("%s shows hostile titles, and does nothing that they say", async (line) => {
  const run = await runDocform(line.split(" "), start());
  expect([line, run.code === 1 ? run.stderr : ""]).toEqual([line, ""]);
  expectSafe(run, line);
});

test("apply on a terminal asks and shows its progress, and hostile titles stay texts", async () => {
  const { env, ...given } = start();
  const run = await runDocform(["apply"], { ...given, env: { ...env, NO_COLOR: "1" }, typed: "yes\n" });
  expect(run.code).not.toBe(1);
  expectSafe(run, "apply");
});

test.each([
  ["plan", "GET"],
  ["drift --format json", "GET"],
  ["api listTeams organizationId=org_acme", "GET"],
  ["apply --yes", "PATCH"],
  ["apply --yes --format json", "PATCH"],
] as const)("%s: an error message of the platform stays a text, on one line", async (line, refused) => {
  const { openTransport, ...given } = start();
  const isToldAlone = refused === "GET";
  let next = 0;
  // A command that only reads tells one answer, so it runs once for each text; an apply tells that of each update.
  for (let first = 0; first < texts.length; first = isToldAlone ? first + 1 : next) {
    next = first;
    const send = openTransport();
    const refusing: Transport = async (request) => {
      if (request.method !== refused) return send(request);
      const message = texts[isToldAlone ? first : next++ % texts.length];
      return { status: 409, headers: {}, body: JSON.stringify({ error: { message } }) };
    };
    const run = await runDocform(line.split(" "), {
      ...given,
      openTransport: () => Object.assign(refusing, { close: send.close }),
    });
    expect(run.code).not.toBe(0);
    if (!isToldAlone) expect(next, "an apply had updates to refuse").toBeGreaterThan(first);
    expectSafe(run, line);
  }
});
