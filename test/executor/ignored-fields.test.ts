import { expect, test } from "vitest";
import { editOn, manifest, project } from "../support/processes/cli-fixture.ts";

const news: readonly (readonly [string, string])[] = [
  ["a team's title", "teams: { new: { title: Fresh, ignore: [title] } }"],
  [
    "a team's people",
    "teams: { new: { title: Fresh, members: { li@acme.example: owner }, ignore: [members] } }",
  ],
  [
    "the place of a collection",
    "collections: { guides: { title: Guides }, new: { title: Fresh, parent: guides, description: D, ignore: [title, parent, description] } }",
  ],
  [
    "what a space is a copy of, and its place",
    "collections: { guides: { title: Guides } }\nspaces: { one: { id: sp_one }, new: { title: Fresh, collection: guides, duplicateFrom: one, ignore: [title, collection, duplicateFrom] } }",
  ],
  [
    "fields of a site, and its being published",
    "sites: { new: { title: Fresh, visibility: unlisted, published: true, ignore: [title, visibility, published], structure: [{ space: 'id:sp_one', path: start, ignore: [space, path] }] } }",
  ],
  [
    "fields of a section",
    "sites: { new: { id: site_empty, structure: [{ section: a, title: Fresh, path: way, icon: rocket, ignore: [title, path, icon], spaces: [{ space: 'id:sp_one' }] }] } }",
  ],
  [
    "a share link",
    "sites: { deep: { id: site_deep, shareLinks: { new: { name: Fresh, active: false, ignore: [name, active] } } } }",
  ],
  [
    "a spec",
    "openapi: { new: { slug: fresh, source: { url: 'https://x.example/openapi.json' }, visibility: public, ignore: [slug, source, visibility] } }",
  ],
  [
    "a SAML provider",
    "saml: { new: { label: Fresh, defaultTeam: docs, ignore: [label, defaultTeam] } }\nteams: { docs: { id: team_docs } }",
  ],
  [
    "a translation",
    "spaces: { one: { id: sp_one } }\ntranslations: { new: { source: one, language: de, ignore: [source, language] } }",
  ],
];

test.each(news)("what is new gets %s that it ignores, and is as declared from then on", async (_, body) => {
  const plain = body.replaceAll(/,? ignore: \[[^\]]*\]/g, "");
  const expected = JSON.parse((await (await project(manifest(plain))).docform("plan --format json")).stdout);
  const acme = await project(manifest(body));
  const planned = JSON.parse((await acme.docform("plan --format json")).stdout);
  expect(planned.steps).toEqual(expected.steps);
  expect(planned.steps.length).toBeGreaterThan(0);
  expect(await acme.docform("apply --yes --rehearse --allow-exposure")).toMatchObject({ code: 0 });
  expect(await acme.docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
});

test("what a new team ignores is left alone once it is there, with its record and without", async () => {
  const acme = await project(
    manifest(
      "teams: { new: { title: Fresh, members: { li@acme.example: owner }, ignore: [title, members] } }",
    ),
  );
  expect(await acme.docform("plan --out plan.json")).toMatchObject({ code: 0 });
  expect(await acme.docform("apply --yes plan.json")).toMatchObject({ code: 0 });
  const list = await fetch(`${acme.platform.url}/v1/orgs/org_acme/teams`, {
    headers: { authorization: `Bearer ${acme.platform.token}` },
  });
  const { items } = (await list.json()) as { items: { id: string; title: string }[] };
  const fresh = items.filter(({ title }) => title === "Fresh");
  expect(fresh).toHaveLength(1);
  await editOn(acme.platform, [
    "PATCH",
    `/orgs/org_acme/teams/${fresh[0]!.id}`,
    { title: "Renamed by hand" },
  ]);
  expect(await acme.docform("plan --detailed-exitcode")).toMatchObject({ code: 0 });
  const explained = await acme.docform("explain teams.new");
  expect(explained.stdout).toContain("ignored: title, members");
  // It was renamed after the run, so an undo deletes it only when that is asked for.
  expect(await acme.docform("undo --yes --overwrite teams.new")).toMatchObject({ code: 0 });
});
