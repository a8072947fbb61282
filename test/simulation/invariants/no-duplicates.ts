import { kinds } from "../../../src/kinds/kinds.ts";
import type { State } from "../../../src/platform/store/state.ts";
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
 * What a plan builds anew and deletes last (docs/explanation/how-docform-decides.md), at an address where it makes another one, if the run did not
 * get so far and the next plan deletes it: the old one, and what runs that broke off before made in its place.
 */
function replacedIn(acts: readonly Act[], address: string): (id: string) => boolean {
  const known = acts.filter(isPlanKnown);
  const next = acts.at(-1)?.after;
  return (id) =>
    next !== undefined &&
    deletes(next, id) &&
    (known.some(({ before }) => oldOnes(before, address).includes(id)) || isLeftBy(known, address, id));
}

/**
 * Was something made to stand in the place of an old one by a run that broke off, and does the plan of a later one delete
 * it, and build that same old one anew once more? The old one is what stands where the address is declared (docs/explanation/how-docform-decides.md).
 */
function isLeftBy(known: readonly Act[], address: string, id: string): boolean {
  const at = known.findIndex((act) => madeIn(act).some((made) => made.id === id && made.address === address));
  const [maker, ...later] = at < 0 ? [] : known.slice(at);
  if (maker === undefined) return false;
  const old = oldOnes(maker.before, address);
  return later.some(
    ({ before }) => deletes(before, id) && oldOnes(before, address).some((one) => old.includes(one)),
  );
}

/** Ids of what a plan says that it stands at an address, makes another one of there, and deletes. */
function oldOnes(look: Look, address: string): readonly string[] {
  if (!("plan" in look)) return [];
  const { changes, steps } = look.plan;
  const isMade = steps.some(
    (step) =>
      step.address === address && kinds.some(({ operations }) => operations.create?.name === step.operation),
  );
  if (!isMade) return [];
  return changes.flatMap((change) =>
    change.address === address && change.id !== undefined && deletes(look, change.id) ? [change.id] : [],
  );
}

function deletes(look: Look, id: string): boolean {
  if (!("plan" in look)) return false;
  return look.plan.steps.some(({ operation, params }) => {
    const kind = kinds.find(({ operations }) => operations.delete?.name === operation);
    return kind !== undefined && params[kind.idParam] === id;
  });
}
