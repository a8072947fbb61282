import fc from "fast-check";
import { expect } from "vitest";
import { lookOf, lookOfSiteSpace } from "../../src/platform/gitbook/customization.ts";
import { get, known } from "../../src/platform/store/table.ts";
import { unkeptValues } from "../../src/runs/known-after.ts";
import { equalJson, type Json, type JsonObject } from "../../src/text/json.ts";
import { atPath, withAtPath } from "../../src/text/partial-json.ts";
import { law } from "../laws/harness/law.ts";
import { recordWith } from "../laws/harness/recorded.ts";
import { planFor, read, run, simulate } from "../laws/harness/simulation.ts";

const image = (name: string): Json => ({ light: `https://a.example/${name}`, dark: "https://a.example/d" });

/** Leaves of a look with values that they may have; null where a manifest may take them away. */
const leaves: readonly (readonly [path: string, values: readonly Json[]])[] = [
  ["title", ["One", "Two", null]],
  ["styling.theme", ["clean", "bold", "muted"]],
  ["styling.primaryColor.light", ["#111111", "#222222"]],
  ["styling.primaryColor.dark", ["#111111", "#222222"]],
  ["styling.font", ["Inter", "Lato"]],
  ["header.preset", ["bold", "none"]],
  ["header.logo", [image("a"), image("b"), null]],
  ["header.primaryLink", [{ kind: "url", url: "https://a.example" }, { kind: "space", space: "sp_1" }, null]],
  ["footer.copyright", ["Acme", "Globex", null]],
  ["favicon", [{ emoji: "1f680" }, { icon: image("i") }, {}]],
  ["feedback.enabled", [true, false]],
  ["ai.mode", ["none", "search"]],
  ["ai.greeting", ["Hi", "Hello", null]],
  ["trademark.enabled", [true, false]],
  ["privacyPolicy.url", ["https://a.example/p", null]],
  [
    "socialAccounts",
    [[], [{ platform: "github", handle: "acme", display: { footer: true, header: false } }]],
  ],
];

type Leaf = readonly [path: string, value: Json];

const someLeaves = (canClear: boolean): fc.Arbitrary<readonly Leaf[]> =>
  fc
    .subarray([...leaves])
    .chain((chosen) =>
      fc.tuple(
        ...chosen.map(([path, values]) =>
          fc
            .constantFrom(...values.filter((value) => canClear || value !== null))
            .map((value): Leaf => [path, value]),
        ),
      ),
    );

const somePaths = (most: number) =>
  fc.subarray(
    leaves.map(([path]) => path),
    { maxLength: most },
  );

const cases = fc.record({
  live: someLeaves(false),
  declared: someLeaves(true),
  dropped: somePaths(4),
  refused: fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, somePaths(1)),
  /** Is it the look of a space of the site? Nothing is taken away there: what the site has is seen then. */
  isOwn: fc.boolean(),
});

/** The part that a space may have for itself: nothing that is of a site alone, and both modes of a color. */
function ownOf(declared: readonly Leaf[]): readonly Leaf[] {
  const given = new Set(declared.map(([path]) => path));
  const modes = ["styling.primaryColor.light", "styling.primaryColor.dark"];
  const isOwn = ([path, value]: Leaf): boolean => {
    const isCut = modes.includes(path) && !modes.every((mode) => given.has(mode));
    return value !== null && !isCut && !/^(ai|socialAccounts)|font$/.test(path);
  };
  return declared.filter(isOwn);
}

function lookWith(all: readonly Leaf[]): JsonObject {
  return all.reduce<JsonObject>((look, [path, value]) => withAtPath(look, path.split("."), value), {});
}

const at = (look: JsonObject, path: string): Json => atPath(look, path.split(".")) ?? null;

law(
  "a look: nothing undeclared changes, what was not kept is named once, and the next plan is the same and not endless",
  cases,
  async ({ live, declared: drawn, dropped, refused, isOwn }) => {
    const declared = isOwn ? ownOf(drawn) : drawn;
    const simulation = simulate(
      {
        organizations: [
          {
            id: "org_acme",
            title: "Acme",
            spaces: [{ id: "sp_1", title: "One" }],
            sites: [
              {
                id: "site_docs",
                title: "Docs",
                structure: [{ space: "sp_1", id: "ss_1" }],
                customization: lookWith(live),
                customizationLimits: {
                  dropped,
                  refused: Object.fromEntries(refused.map((path) => [path, 403])),
                },
              },
            ],
          },
        ],
      },
      undefined,
      undefined,
      "gitbook",
    );
    const look = () => {
      const site = get(get(simulation.platform.state.organizations, "org_acme").sites, "site_docs");
      return isOwn ? lookOfSiteSpace(site, known(site.allSiteSpaces, "ss_1")) : lookOf(site);
    };
    const before = look();
    const customization = lookWith(declared);
    const docs = {
      title: "Docs",
      type: "basic",
      ...(isOwn ? { structure: [{ space: "id:sp_1", customization }] } : { customization }),
    };
    const desired = await read({ "acme.yaml": { organization: "acme", sites: { docs } } }, "gitbook");
    const plan = await planFor(simulation, desired);
    await run(simulation, plan, { concurrency: 4 }).catch((problem: Error) => {
      expect(problem.message).toContain("the plan of the site does not include it");
    });
    // A space gets all that it declares as its own, also what the site has alike.
    const isRefused = declared.some(
      ([path, value]) =>
        refused.includes(path) &&
        (isOwn ? plan.document.steps.length > 0 : !equalJson(at(before, path), value)),
    );
    const expected = (path: string, value: Json): Json =>
      isRefused || dropped.includes(path) ? at(before, path) : value;
    const wanted = declared.reduce(
      (all, [path, value]) => withAtPath(all, path.split("."), expected(path, value) ?? undefined),
      before,
    );
    for (const [path] of leaves) expect(at(look(), path), path).toEqual(at(wanted, path));
    expect(look()).toEqual(JSON.parse(JSON.stringify(wanted, (_, value) => value ?? undefined)));
    if (isRefused) return;
    const second = await planFor(simulation, desired);
    const sent = plan.document.steps;
    const unkept = unkeptValues({ desired, plan, second, sent }, (value) => JSON.stringify(value));
    const entries = [...second.liveByAddress()].map(([address, { kind, id }]) => {
      return [address, { kind, id, unverifiable: {}, unkept: unkept?.get(address) }] as const;
    });
    const third = await planFor(simulation, desired, { lastApply: recordWith(entries) });
    expect(third.document.steps).toEqual([]);
    const said = (third.document.unverifiable ?? []).map(({ reason }) => reason).join("\n");
    const lost = declared.filter(
      ([path, value]) => dropped.includes(path) && !equalJson(at(before, path), value),
    );
    for (const [path] of lost)
      expect(said.split(new RegExp(`\\b${path.replace(".", "\\.")}\\b`)).length).toBeGreaterThan(1);
    const fields = isOwn ? ["customization"] : lost.map(([path]) => path.split(".")[0]);
    expect(third.document.unverifiable ?? []).toHaveLength(lost.length === 0 ? 0 : new Set(fields).size);
  },
  0.3,
);
