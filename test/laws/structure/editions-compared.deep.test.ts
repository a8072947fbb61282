import fc from "fast-check";
import { expect, test } from "vitest";
import { platformOf, wantedOf } from "../harness/drawn.ts";
import { planFor } from "../harness/simulation.ts";
import { inGitbook } from "../worlds/gitbook-world.ts";
import { isSection, itemsIn, type Layout } from "../worlds/structure-model.ts";
import { type StructureWorld, siteOf, structureWorld } from "../worlds/structure-world.ts";
import type { World } from "../worlds/world.ts";

/** `DEEP=1 COMPARED=300 npx vitest run test/laws/structure/editions-compared.deep.test.ts` for more. */
const numRuns = Number(process.env.COMPARED ?? 40);

async function callsOf(drawn: World): Promise<readonly string[]> {
  const { document } = await planFor(platformOf(drawn), await wantedOf(drawn));
  return document.steps.map(({ operation }) => operation);
}

/** How two editions compare over some goals. */
class Comparison {
  readonly #operations = { reference: new Map<string, number>(), gitbook: new Map<string, number>() };
  #cases = 0;
  #fewer = 0;
  #more = 0;

  add(reference: readonly string[], gitbook: readonly string[]): void {
    this.#cases++;
    if (gitbook.length < reference.length) this.#fewer++;
    if (gitbook.length > reference.length) this.#more++;
    for (const [edition, calls] of Object.entries({ reference, gitbook }))
      for (const one of calls) {
        const counts = this.#operations[edition as "reference"];
        counts.set(one, (counts.get(one) ?? 0) + 1);
      }
  }

  countsIn(edition: "reference" | "gitbook"): ReadonlyMap<string, number> {
    return this.#operations[edition];
  }

  total(edition: "reference" | "gitbook"): number {
    return [...this.#operations[edition].values()].reduce((sum, one) => sum + one, 0);
  }

  text(name: string): string {
    const shown = (edition: "reference" | "gitbook") =>
      `  ${edition}: ${this.total(edition)} calls: ${[...this.#operations[edition]].map(([one, count]) => `${count} ${one}`).join(", ")}`;
    const head = `${name}: ${this.#cases} goals; gitbook takes fewer calls for ${this.#fewer}, more for ${this.#more}`;
    return [head, shown("reference"), shown("gitbook")].join("\n");
  }
}

test(`${numRuns} goals with groups, in both editions`, async () => {
  const all = new Comparison();
  const moved = new Comparison();
  const compare = async (drawn: StructureWorld): Promise<void> => {
    const same = { live: common(drawn.live, drawn.wanted), wanted: common(drawn.wanted, drawn.live) };
    for (const [goals, one] of [[all, drawn] as const, [moved, same] as const]) {
      const world: World = { site: siteOf(one) };
      goals.add(await callsOf(world), await callsOf(inGitbook(world)));
    }
  };
  await fc.assert(fc.asyncProperty(structureWorld({ sections: 6, groups: 3, depth: 2 }), compare), {
    numRuns,
    seed: 4,
  });
  console.log(`${all.text("items come and go")}\n${moved.text("the same items elsewhere")}`);
  const calls = moved.countsIn("gitbook");
  expect([...calls.keys()].filter((one) => /^(create|delete)/.test(one))).toEqual([]);
  // Another container takes a call of its own, before the one for the place in it: the reference needs one for both.
  const updates = (calls.get("updateSiteSection") ?? 0) + (calls.get("updateSiteSectionGroup") ?? 0);
  expect(moved.total("gitbook") - updates).toBeLessThanOrEqual(moved.total("reference"));
});

/** A layout without what another one lacks: items of such a group take its place. */
function common(layout: Layout, other: Layout): Layout {
  const kept = (container: string): string =>
    itemsIn(layout, container)
      .map((item) => {
        if (isSection(item)) return other.includes(item) ? item : "";
        return other.includes(item) ? `${item}[${kept(item)}]` : kept(item);
      })
      .join("");
  return kept("");
}
