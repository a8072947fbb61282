import { kinds } from "../../../src/kinds/kinds.ts";
import type { State } from "../../../src/platform/state.ts";
import type { Look } from "../look.ts";
import type { Act } from "../story.ts";
import { type Invariant, isPlanKnown, sawStale } from "./invariant.ts";
import { madeIn } from "./made.ts";
import { lostIn, tookIn } from "./nobodys.ts";

/** However often a create was sent, one address has one object: when a run has ended, and not only in the end. */
export const noDuplicates: Invariant = {
  name: "no duplicates: no address has two objects that docform made",
  ofStory: ({ acts, declared }) => {
    const made = new Map<string, Set<string>>();
    const blind = acts.findIndex(sawStale);
    return acts.slice(0, blind < 0 ? acts.length : blind).flatMap((act, index) => {
      for (const { operation, address, id } of madeIn(act)) {
        const key = `${operation} ${address}`;
        made.set(key, (made.get(key) ?? new Set()).add(id));
      }
      return [...made].flatMap(([key, ids]) => {
        const [, address = ""] = key.split(" ");
        const alive = [...ids].filter((id) => act.state.includes(`"id":${JSON.stringify(id)}`));
        if (alive.length <= 1) return [];
        const soFar = acts.slice(0, index + 1);
        const [lost, took, deleted] = [lostIn(soFar), tookIn(soFar, declared, address), deletedIn(act)];
        const replaced = replacedIn(soFar, address);
        const known = alive.filter((id) => !lost(id) && !took(id) && !deleted(id) && !replaced(id));
        if (known.length <= 1) return [];
        return [`after run ${act.run.number}, ${key} has ${alive.join(" and ")}`];
      });
    });
  },
};

/** Spaces that are deleted, and could be restored. */
function deletedIn({ state }: Act): (id: string) => boolean {
  const { spaces } = JSON.parse(state) as Pick<State, "spaces">;
  return (id) => spaces[id]?.deletedAt !== undefined;
}

/**
 * The old one of what is built anew, which is deleted last (docs/planning.md): the plan of a run said that it is what stands
 * at the address, made another one there, and deleted it; and the next plan deletes it, if the run did not get so far.
 */
function replacedIn(acts: readonly Act[], address: string): (id: string) => boolean {
  const plans = acts.filter(isPlanKnown).map(({ before }) => before);
  const next = acts.at(-1)?.after;
  return (id) =>
    next !== undefined && deletes(next, id) && plans.some((look) => buildsAnew(look, address, id));
}

function buildsAnew(look: Look, address: string, id: string): boolean {
  if (!("plan" in look) || !deletes(look, id)) return false;
  const { changes, steps } = look.plan;
  const isMade = steps.some(
    (step) =>
      step.address === address && kinds.some(({ operations }) => operations.create?.name === step.operation),
  );
  return isMade && changes.some((change) => change.address === address && change.id === id);
}

function deletes(look: Look, id: string): boolean {
  if (!("plan" in look)) return false;
  return look.plan.steps.some(({ operation, params }) => {
    const kind = kinds.find(({ operations }) => operations.delete?.name === operation);
    return kind !== undefined && params[kind.idParam] === id;
  });
}
