import { expect, test } from "vitest";
import { line, load } from "../../../test/support/projects/load-manifests.ts";
import { redirectKind } from "./redirect.ts";

test("an item sends what is kept of a redirect, without what docform does not know of it (G6)", () => {
  const external = { kind: "external", url: "https://acme.example" };
  const before = { source: "/Old/*", destination: { ...external, ring: 2 }, captureWildcard: true, tier: 1 };
  const { shared } = redirectKind.operations;
  expect(shared?.item({ body: { permanent: true }, before })).toEqual({
    source: "/Old/*",
    intent: "live",
    destination: external,
    captureWildcard: true,
    permanent: true,
  });
});

const settings = "platform: { api: gitbook }\norganizations: { acme: { id: org_acme } }\n";

function siteTo(to: string): string {
  return `organization: acme
sites:
  docs:
    title: Docs
    type: premium
    structure:
      - { section: api, title: API, spaces: [{ space: 'id:v1' }] }
      - { section: old, title: Old, absent: true, spaces: [{ space: 'id:v0' }] }
    redirects: { was: { source: /was, to: "${to}" } }
  other: { title: Other, type: premium, structure: [{ space: 'id:v1' }] }
`;
}

const place = "DF2001 manifests/a.yaml:9:43";

test.each([
  ["sections.api", []],
  ["sections.api.spaces.v1", []],
  ["section:sec_gone", []],
  ["https://a.sections.example", []],
  [
    "sections.apo",
    [`${place} there is no section "sections.apo" | the nearest is "sections.api" (manifests/a.yaml:7)`],
  ],
  [
    "sections.api.spaces.v2",
    [
      `${place} there is no site space "sections.api.spaces.v2" | the nearest is "sections.api.spaces.v1" (manifests/a.yaml:7)`,
    ],
  ],
  ["spaces.v1", [`${place} there is no site space "spaces.v1"`]],
  ["sections.old", [`${place} the section "sections.old" is declared absent`]],
  [
    "groups.api",
    [
      "DF1005 manifests/a.yaml:9:43 to: an address with https://, or sections.KEY, sections.KEY.spaces.KEY, spaces.KEY, section:ID, site-space:ID or page:SITE-SPACE/PAGE",
    ],
  ],
])("a redirect to %s: what is there is found, and a mistake is told with its place", async (to, mistakes) => {
  const { diagnostics } = await load({ "docform.yaml": settings, "manifests/a.yaml": siteTo(to) });
  expect(diagnostics.map(line)).toEqual(mistakes);
});
