import { expect, test } from "vitest";
import { docform, line, load, mistakesIn, valuesOf } from "../../../test/support/projects/load-manifests.ts";

const body = (text: string) => ({ "manifests/a.yaml": `organization: acme\n${text}` });

test("each writes a resource out for every value, in its key and in all that is in it", async () => {
  const project = await load(
    body(`spaces:
  docs-\${each:code}:
    each: [{ code: en, name: English }, { code: de, name: Deutsch }]
    title: Docs (\${each:name})
    language: \${each:code}
  other: { title: Other }
sites:
  help-\${each}:
    each: [en, de]
    title: Help \${each}
    structure:
      - section: docs-\${each}
        title: $\${each} is written so
        spaces: [{ space: "docs-\${each}", path: "\${each}" }]
    shareLinks:
      \${each}-partners: { name: "\${each}" }
`),
  );
  expect(project.diagnostics.map(line)).toEqual([]);
  expect(valuesOf(project)).toMatchObject({
    "spaces.docs-en": { title: "Docs (English)", language: "en" },
    "spaces.docs-de": { title: "Docs (Deutsch)", language: "de" },
    "spaces.other": { title: "Other" },
    "sites.help-de": { title: "Help de" },
    "sites.help-de.sections.docs-de": { title: "${each} is written so" },
    "sites.help-de.sections.docs-de.spaces.docs-de": { path: "de" },
    "sites.help-de.shareLinks.de-partners": { name: "de" },
  });
  expect(project.desired.resources).toHaveLength(3 + 2 * 4);
});

test("a text that is nothing but a value has its type, and a value may be interpolated", async () => {
  const { desired, diagnostics } = await load(
    {
      ...body(`sites:
  a\${each:n}: { each: [{ n: 1, on: true, url: "\${env:HOST}" }], title: "T\${each:n}", published: "\${each:on}", basename: "\${each:url}" }
saml:
  s-\${each}: { each: [a], label: S, ssoURL: "https://x.example", certificate: "\${file:\${each}.pem}" }
`),
      "a.pem": "a certificate",
    },
    { HOST: "secret-host" },
  );
  expect(diagnostics.map(line)).toEqual([]);
  const [saml, site] = desired.resources;
  expect(site).toMatchObject({
    address: "acme/sites.a1",
    values: { title: "T1", published: true, basename: "secret-host" },
    sensitive: ["basename"],
  });
  expect(saml?.values.certificate).toBe("a certificate");
});

test("a resource that each makes has the places of the lines that it is made of", async () => {
  const { desired, diagnostics } = await load(
    body(`spaces:
  docs-\${each}:
    each:
      - en
      - x
    title: Docs \${each}
    language: \${each}
    titel: x
`),
  );
  expect(desired.resources.map(({ source, sources }) => [source.line, sources.title?.line])).toEqual([
    [3, 7],
    [3, 7],
  ]);
  expect(diagnostics.map(({ code, source }) => `${code} ${source?.line}:${source?.column}`)).toEqual([
    "DF1005 6:9",
    "DF1004 9:5",
  ]);
});

test.each<[promise: string, manifest: string, mistakes: readonly string[]]>([
  ["no list", "teams:\n  a-${each}: { each: a, title: T }", ["DF1005 3:22 each must be a list, not text"]],
  [
    "values that are no plain values",
    "teams:\n  a-${each}: { each: [a, [b], null, { c: [d] }], title: T }",
    [
      "DF1005 3:26 each[1] must be text or a number or true or false or a map, not a list",
      "DF1005 3:31 each[2] must be text or a number or true or false or a map, not null",
      "DF1005 3:39 each[3].c must be text or a number or true or false, not a list",
    ],
  ],
  [
    "a key without the value",
    "teams:\n  a: { each: [x, y], title: T }",
    ['DF1023 3:3 the key "a" does not hold ${each}, so every value would give a team of that key'],
  ],
  [
    "two values that are the same",
    "teams:\n  a-${each}: { each: [x, y, x], title: 'T ${each}' }",
    ['DF1002 3:29 duplicate key "a-x"'],
  ],
  [
    "a value that makes a key which is there",
    "teams:\n  a-x: { title: A }\n  a-${each}: { each: [x], title: T }",
    ['DF1002 4:23 duplicate key "a-x"'],
  ],
  [
    "a part that the values do not have",
    "teams:\n  a-${each:code}: { each: [{ code: x, name: X }], title: '${each:nam}' }",
    ["DF1023 3:58 a value of this each has no ${each:nam}"],
  ],
  [
    "a part of a plain value",
    "teams:\n  a-${each}: { each: [x], title: 'T ${each:name}' }",
    ["DF1023 3:34 a value of this each has no ${each:name}"],
  ],
  [
    "a map without the name of a part",
    "teams:\n  a-${each:c}: { each: [{ c: x }], title: '${each}' }",
    ["DF1023 3:43 a value of this each has no ${each}"],
  ],
  [
    "an each in an each",
    "sites:\n  a-${each}:\n    each: [x]\n    title: T${each}\n    shareLinks: { 'l-${each}': { each: [y], name: N } }",
    ["DF1023 6:34 `each` cannot be nested"],
  ],
  [
    "a placeholder where there is no each",
    "teams:\n  a: { title: '${each}' }\n  b: { title: '${each.name}' }",
    ["DF1007 3:15 cannot interpolate ${each}", "DF1007 4:15 cannot interpolate ${each.name}"],
  ],
  [
    "a singleton, and an item of a list: they have one key",
    "settings: { each: [a], title: Tt }\nsites: { s: { title: Ss, structure: [{ section: a, each: [b], title: Aa }] } }",
    ['DF1004 2:13 unknown field "each"', 'DF1004 3:52 unknown field "each"'],
  ],
  [
    "a key that each makes and that is none",
    "teams:\n  a-${each}: { each: ['b.c'], title: T }\n  __proto${each}: { each: [__], title: P }",
    ['DF1005 3:3 "a-b.c" cannot be a key', 'DF1003 4:28 the key "__proto__" is not allowed'],
  ],
])("%s is a mistake", async (_, manifest, mistakes) => {
  expect(await mistakesIn(manifest)).toEqual(mistakes);
});

test("an each without values declares nothing, and says so by its collection", async () => {
  const { desired, diagnostics } = await load(body("teams:\n  a-${each}: { each: [], title: T }"));
  expect(diagnostics).toEqual([]);
  expect(desired).toMatchObject({ resources: [], organizations: [{ manage: { teams: "listed" } }] });
});

test("a bomb of values times what aliases repeat is refused before it is built", async () => {
  const many = Array.from({ length: 1000 }, (_, n) => n).join(", ");
  const large = `[${Array.from({ length: 1000 }, () => "x").join(", ")}]`;
  const { diagnostics } = await load({
    "docform.yaml": docform,
    "manifests/a.yaml": `organization: acme\nteams:\n  a: { title: A, ignore: &l ${large} }\n  b-\${each}: { each: [${many}], title: T, ignore: *l }`,
    "manifests/b.yaml": `organization: acme\nteams:\n  c-\${each}: { each: [${many}], title: '${"${each}".repeat(100_000)}' }`,
  });
  expect(diagnostics.filter(({ code }) => code === "DF1003").map(line)).toEqual([
    "DF1003 manifests/a.yaml:4:3 the project expands to more than 250000 values",
  ]);
});
