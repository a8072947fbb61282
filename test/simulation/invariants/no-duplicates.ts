import { callsIn, type Invariant, isDone, sawStale } from "./invariant.ts";

/** However often a create was sent, one address has one object. */
export const noDuplicates: Invariant = {
  name: "no duplicates: no address has two objects that docform made",
  ofStory: (story) => {
    if (story.acts.some(sawStale)) return [];
    const state = JSON.stringify(story.platform.state);
    const made = new Map<string, Set<string>>();
    for (const act of story.acts)
      for (const { exchange, steps } of callsIn(act)) {
        const [step] = steps;
        if (!isDone(exchange) || steps.length !== 1 || step === undefined) continue;
        const id = createdId(exchange.done);
        if (id === undefined || !state.includes(`"id":${JSON.stringify(id)}`)) continue;
        const key = `${step.operation} ${step.address}`;
        made.set(key, (made.get(key) ?? new Set()).add(id));
      }
    return [...made].flatMap(([key, ids]) =>
      ids.size <= 1 ? [] : [`${key} made ${[...ids].join(" and ")}, and all of them are there`],
    );
  },
};

/** Id of what a call has made: only creates answer 201, and copies of spaces 200 (A4). */
function createdId(
  done: { readonly status: number; readonly bodyText: string } | undefined,
): string | undefined {
  if (done?.status !== 201 || done.bodyText === "") return undefined;
  const body = JSON.parse(done.bodyText) as { readonly id?: unknown };
  return typeof body.id === "string" ? body.id : undefined;
}
