import { kindsOfAll } from "../../../src/kinds/kinds-of.ts";
import type { State } from "../../../src/platform/store/state.ts";
import type { Look } from "../look.ts";
import type { Act, Story } from "../story.ts";
import { callsIn, createdId, type Invariant } from "./invariant.ts";

/** However often a create was sent, one address has one object. */
export const noDuplicates: Invariant = {
  name: "no duplicates: nothing is created twice",
  ofStory: ({ acts }) => {
    const last = acts.at(-1);
    if (last === undefined) return [];
    return [...madeIn(acts)].flatMap(([key, ids]) => {
      const alive = ids.filter(
        (id) => isAlive(last, id) && !isEdited(acts, id) && !isDeletedNext(last.after, id),
      );
      return alive.length <= 1 ? [] : [`${key} has ${alive.join(" and ")}`];
    });
  },
};

/** Ids by what made them: the operation and the address, where it is known which step a call belongs to. */
function madeIn(acts: Story["acts"]): ReadonlyMap<string, readonly string[]> {
  const made = new Map<string, string[]>();
  for (const { plan, exchange, steps } of acts.flatMap((act) =>
    callsIn(act).map((call) => ({ ...act, ...call })),
  )) {
    const id = createdId(exchange);
    const [step, ...others] = steps;
    if (id === undefined || step === undefined || others.length > 0) continue;
    if (plan.losesClone === true && copies.has(step.operation)) continue;
    const key = `${step.operation} ${step.address}`;
    made.set(key, [...(made.get(key) ?? []), id]);
  }
  return made;
}

/** The operations that copy. The title of a copy tells its address only once it is set: until then only the journal knows, which may be lost. */
export const copies = new Set(kindsOfAll.flatMap(({ tree }) => tree?.copy?.name ?? []));

/** Is it there, and not a space that is deleted and could be restored? */
function isAlive({ state }: Act, id: string): boolean {
  const { spaces } = JSON.parse(state) as Pick<State, "spaces">;
  return state.includes(`"id":${JSON.stringify(id)}`) && spaces[id]?.deletedAt === undefined;
}

/** An object that somebody else has changed may have another name, and is that person's. */
function isEdited(acts: Story["acts"], id: string): boolean {
  return acts.some(({ edits }) => edits.some((edit) => edit.id === id));
}

/** A group that is rebuilt stands beside its old one until the plan deletes that. */
function isDeletedNext(look: Look, id: string): boolean {
  if (!("plan" in look)) return false;
  return look.plan.steps.some(({ operation, params }) => {
    const kind = kindsOfAll.find(({ operations }) => operations.delete?.name === operation);
    return kind !== undefined && params[kind.idParam] === id;
  });
}
