import { describe, expect, test } from "vitest";
import type { TestPlatform } from "../support/platform/start-platform.ts";
import { manifest, mutations, project } from "../support/processes/cli-fixture.ts";

/** A lost answer, in each of the ways in which one is lost; whether the call was carried out only reading can tell. */
const losses: readonly (readonly [string, object])[] = [
  ["a reset before it is carried out", { fault: "reset-before-commit" }],
  ["a reset after it is carried out", { fault: "reset-after-commit" }],
  ["an answer that is cut", { fault: "cut" }],
  ["a fault after it is carried out", { fault: "answer", status: 503, done: true }],
  ["a fault before it is carried out", { fault: "answer", status: 503 }],
  [
    "a success with something else in it",
    { fault: "answer", status: 201, done: true, body: { hello: "world" } },
  ],
];

const spaces = "spaces:\n  one: { title: One }\n  two: { title: Two }\n";

/** A manifest for each operation that makes something: with a call that waits for what it makes, where there can be one. */
const creates: readonly (readonly [string, string])[] = [
  ["createTeam", "teams:\n  new: { title: New, members: { ana@acme.example: owner } }\n"],
  [
    "createSite",
    `${spaces}sites:\n  hub: { title: Hub, published: true, structure: [{ space: one, path: first }, { space: two }] }\n`,
  ],
  [
    "createSiteSection",
    `${spaces}sites:\n  empty: { title: Empty site, structure: [{ section: start, title: Start, path: begin, spaces: [{ space: one, path: first }] }] }\n`,
  ],
  [
    "createSiteSectionGroup",
    `${spaces}sites:\n  empty: { title: Empty site, structure: [{ group: more, title: More, sections: [{ section: start, title: Start, spaces: [{ space: one }] }] }] }\n`,
  ],
  [
    "createSiteSpace",
    `${spaces}sites:\n  empty: { title: Empty site, structure: [{ space: one, path: first }, { space: two }] }\n`,
  ],
  [
    "createShareLink",
    "sites:\n  empty: { title: Empty site, shareLinks: { press: { name: Press, active: false } } }\n",
  ],
  [
    "createSamlProvider",
    "teams:\n  docs: { title: Docs }\nsaml:\n  entra: { label: Entra, ssoURL: https://entra.example/sso, defaultTeam: docs }\n",
  ],
  ["createOpenApiSpec", "openapi:\n  shop: { source: { text: 'openapi: 3.1.0' }, visibility: public }\n"],
  [
    "createCollection",
    "collections:\n  guides: { title: Guides }\n  inner: { title: Inner, parent: guides, description: Inside, defaultLevel: read }\n",
  ],
  [
    "createTranslation",
    `${spaces}translations:\n  fr: { source: one, language: fr, instructions: Kindly. }\n`,
  ],
  [
    "duplicateSpace",
    "spaces:\n  one: { title: One }\n  quick: { title: Quick, emoji: 1f680, duplicateFrom: one }\n",
  ],
];

/** How many there are of everything that a state holds in a table. */
function countsIn(value: unknown, path = ""): Readonly<Record<string, number>> {
  if (value === null || typeof value !== "object") return {};
  const entries = Object.entries(value);
  const inner = entries.map(([key, one]) => countsIn(one, `${path}/${/_|^\d+$/.test(key) ? "*" : key}`));
  const counts: Record<string, number> = { [path]: entries.length };
  for (const [key, count] of inner.flatMap((one) => Object.entries(one)))
    counts[key] = (counts[key] ?? 0) + count;
  return counts;
}

function countsOf({ platform }: TestPlatform): Readonly<Record<string, number>> {
  return countsIn(JSON.parse(JSON.stringify(platform.state)));
}

describe.each(creates)("an answer of %s that is lost:", (operation, body) => {
  test("afterwards everything is there, and once", async () => {
    const clean = await project(manifest(body));
    expect(await clean.docform("apply --yes")).toMatchObject({ code: 0 });
    const wanted = countsOf(clean.platform);
    for (const [name, loss] of losses) {
      const { docform, platform } = await project(manifest(body), [{ operation, calls: 1, ...loss }]);
      const run = await docform("apply --yes");
      expect([name, run.code, run.stdout.match(/Apply: .*/)?.[0]]).toEqual([
        name,
        0,
        expect.stringMatching(/^Apply: \d+ done\.$/),
      ]);
      expect([name, countsOf(platform)]).toEqual([name, wanted]);
    }
  });
});

test("what another answer lists is not taken for what another step made: a lost space of a new section is there once", async () => {
  const section = "{ section: start, title: Start, path: begin, spaces: [{ space: one }, { space: two }] }";
  const acme = await project(
    manifest(`${spaces}sites:\n  empty: { title: Empty site, structure: [${section}] }\n`),
    [
      { operation: "createSiteSpace", calls: 1, fault: "reset-after-commit" },
      // Repeated, it is answered when the space is there, and the answer lists the spaces of the section.
      { operation: "updateSiteSection", calls: 1, fault: "reset-before-commit" },
    ],
  );
  expect(await acme.docform("apply --yes")).toMatchObject({ code: 0 });
  expect(mutations(acme.platform).filter((call) => /POST .*site-spaces/.test(call))).toHaveLength(1);
});
