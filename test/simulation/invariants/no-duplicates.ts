import type { Act } from "../story.ts";
import { callsIn, type Invariant, isDone, sawStale } from "./invariant.ts";

/** However often a create was sent, one address has one object: when a run has ended, and not only in the end. */
export const noDuplicates: Invariant = {
  name: "no duplicates: no address has two objects that docform made",
  ofStory: ({ acts }) => {
    if (acts.some(sawStale)) return [];
    const made = new Map<string, Set<string>>();
    return acts.flatMap((act) => {
      for (const [address, id] of madeIn(act)) made.set(address, (made.get(address) ?? new Set()).add(id));
      return [...made].flatMap(([address, ids]) => {
        const alive = [...ids].filter((id) => act.state.includes(`"id":${JSON.stringify(id)}`));
        if (alive.length <= 1) return [];
        return [`after run ${act.run.number}, ${address} has ${alive.join(" and ")}`];
      });
    });
  },
};

/** What the creates of a run have made: the operation and its address, and the id. */
function madeIn(act: Act): readonly (readonly [string, string])[] {
  return callsIn(act).flatMap(({ exchange, steps }) => {
    const [step] = steps;
    const id = isDone(exchange) ? createdId(exchange.done) : undefined;
    return id === undefined || step === undefined || steps.length > 1
      ? []
      : [[`${step.operation} ${step.address}`, id] as const];
  });
}

/** Id of what a call has made: only creates answer 201, and copies of spaces 200 (A4). */
function createdId(
  done: { readonly status: number; readonly bodyText: string } | undefined,
): string | undefined {
  if (done?.status !== 201 || done.bodyText === "") return undefined;
  const body = JSON.parse(done.bodyText) as { readonly id?: unknown };
  return typeof body.id === "string" ? body.id : undefined;
}
