import fc from "fast-check";
import { expect, test } from "vitest";
import { load } from "../../../test/support/projects/load-manifests.ts";

/** Organizations with their labels, in the order of names. */
const organizations = {
  a: { tier: "gold", region: "eu" },
  b: { tier: "gold" },
  c: { tier: "silver", region: "us" },
  d: {},
} as const satisfies Readonly<Record<string, { readonly tier?: string; readonly region?: string }>>;
const aliases = Object.keys(organizations) as readonly (keyof typeof organizations)[];

const settings = `organizations:\n${aliases
  .map((alias) => `  ${alias}: { id: org_${alias}, labels: ${JSON.stringify(organizations[alias])} }`)
  .join("\n")}\noverlays: [one, two]\n`;

/** A head, and the aliases that it means by a rule of this test's own. */
interface Head {
  readonly text: string;
  readonly means: readonly string[];
}

const listed = fc
  .uniqueArray(fc.constantFrom(...aliases), { minLength: 1 })
  .map((names): Head => ({ text: JSON.stringify(names), means: names }));

const selected = fc
  .record(
    {
      tier: fc.constantFrom(["gold"], ["silver"], ["gold", "silver"]),
      region: fc.constantFrom(["eu"], ["us", "eu"]),
      isNot: fc.boolean(),
    },
    { requiredKeys: ["isNot"] },
  )
  .map(({ tier, region, isNot }): Head => {
    const has = (own: string | undefined, wanted: readonly string[] | undefined, not: boolean) =>
      wanted === undefined || (own !== undefined && wanted.includes(own)) !== not;
    const means = aliases.filter((alias) => {
      const own: { readonly tier?: string; readonly region?: string } = organizations[alias];
      return has(own.tier, tier, false) && has(own.region, region, isNot);
    });
    const select = {
      ...(tier === undefined ? {} : { tier: tier.length === 1 ? tier[0] : tier }),
      ...(region === undefined ? {} : { region: isNot ? { not: region } : region }),
    };
    return { text: JSON.stringify({ select }), means };
  })
  .filter(({ means }) => means.length > 0);

const head = fc.oneof(listed, selected);
const bases = fc.array(fc.record({ head, teams: fc.integer({ min: 1, max: 3 }) }), {
  minLength: 1,
  maxLength: 4,
});
const patches = fc.array(fc.record({ head, layer: fc.constantFrom("one", "two"), of: fc.nat(3) }), {
  maxLength: 3,
});

const title = "of ${organization} ${label:tier:-none}";

function texts(base: { readonly teams: number }, at: number): string {
  const keys = Array.from(
    { length: base.teams },
    (_, team) => `  t${at}-${team}: { title: 'T${at}-${team} ${title}' }`,
  );
  return `teams:\n${keys.join("\n")}\n`;
}

/** What is declared: all but the places. */
async function declared(files: Readonly<Record<string, string>>) {
  const { desired, diagnostics } = await load({ "docform.yaml": settings, ...files });
  const resources = desired.resources.map(({ source, sources, ...rest }) => rest);
  const named = desired.organizations.map(({ alias, manage, order }) => ({ alias, manage, order }));
  return { resources, named, codes: diagnostics.map(({ code }) => code) };
}

/** Writes a document for each organization by hand, or one for many. */
function written(head: Head, body: string, byHand: boolean): string {
  if (!byHand) return `organizations: ${head.text}\n${body}`;
  return [...head.means]
    .sort()
    .map((alias) => `organization: ${alias}\n${body}`)
    .join("---\n");
}

test("a document for many declares exactly what a copy for each would, with overlays for many over it", async () => {
  await fc.assert(
    fc.asyncProperty(bases, patches, async (made, over) => {
      const files = (byHand: boolean) =>
        Object.fromEntries([
          ...made.map((base, at) => [`manifests/m${at}.yaml`, written(base.head, texts(base, at), byHand)]),
          // One file a layer, so that two layers never contradict each other.
          ...["one", "two"].map((layer) => {
            const own = over.filter((patch) => patch.layer === layer).slice(0, 1);
            const fits = own.filter(({ head: { means }, of }) =>
              means.every((one) => made[of]?.head.means.includes(one)),
            );
            const documents = fits.map(({ head: chosen, of }) =>
              written(
                chosen,
                `teams: { t${of}-0: { title: 'Patched ${layer} ${of} \${organization}' } }\n`,
                byHand,
              ),
            );
            return [`${layer}/x.yaml`, documents.join("---\n")];
          }),
        ]);
      const [many, copies] = [await declared(files(false)), await declared(files(true))];
      expect(many).toEqual(copies);
      expect(many.codes).toEqual([]);
    }),
    { numRuns: 60 },
  );
});
