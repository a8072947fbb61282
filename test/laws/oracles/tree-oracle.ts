import { expect } from "vitest";
import type { PlanDocument } from "../../../src/model/documents/plan-document.ts";
import type { Simulation } from "../harness/simulation.ts";
import { idOf, orderedIn, type TreeWorld } from "../worlds/tree-world.ts";

/** Ids of what is in a collection, or at the root of acme, on the platform. */
function childrenIn({ platform: { state } }: Simulation, container: string | undefined): readonly string[] {
  return container === undefined
    ? (state.organizations.byId.org_acme?.children ?? [])
    : (state.collections[container]?.children ?? []);
}

function blockedIn({ changes }: PlanDocument): ReadonlySet<string> {
  return new Set(changes.filter(({ action }) => action === "blocked").map(({ address }) => address));
}

/** Is a space in it, at any depth? */
function isSeen(simulation: Simulation, id: string): boolean {
  const { spaces } = simulation.platform.state;
  return childrenIn(simulation, id).some((child) => child in spaces || isSeen(simulation, child));
}

/** Every order stands as written, as far as anybody can see, but for what is blocked. */
export function expectOrders(simulation: Simulation, world: TreeWorld, document: PlanDocument): void {
  const blocked = blockedIn(document);
  const addressOf = (at: number): string => {
    const name = world.things[at]?.wanted === "undeclared" ? `id:${idOf(world, at)}` : `t${at}`;
    return `acme/${world.things[at]?.isContainer === true ? "collections" : "spaces"}.${name}`;
  };
  for (const container of [undefined, ...world.things.keys()]) {
    const declared = container !== undefined && world.things[container]?.wanted !== "declared";
    if (
      declared ||
      (container !== undefined && (!world.things[container]?.isLive || blocked.has(addressOf(container))))
    )
      continue;
    const ids = orderedIn(world, container)
      .filter((at) => world.things[at]?.isLive === true && !blocked.has(addressOf(at)))
      .map((at) => idOf(world, at));
    const stands = childrenIn(simulation, container === undefined ? undefined : idOf(world, container));
    const isSpace = (id: string): boolean => id.startsWith("sp");
    // An empty collection has no visible place among spaces; collections alone are listed in their order.
    const isCompared = (id: string): boolean => isSpace(id) || !ids.some(isSpace) || isSeen(simulation, id);
    const named = new Set(ids);
    expect(stands.filter((id) => named.has(id) && isCompared(id))).toEqual(ids.filter(isCompared));
  }
}
