import type { State } from "../../../src/platform/state.ts";
import type { Act } from "../story.ts";
import { type Invariant, sawStale } from "./invariant.ts";
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
        const known = alive.filter((id) => !lost(id) && !took(id) && !deleted(id));
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
