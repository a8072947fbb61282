import { operations } from "../../../src/contract/operations.ts";
import type { Kind } from "../../../src/core/kind.ts";
import { apiName, keyFields } from "../../../src/core/kind-index.ts";
import { kinds } from "../../../src/kinds/kinds.ts";
import type { State } from "../../../src/platform/state.ts";
import { readJournal } from "../journals.ts";
import type { Act } from "../story.ts";
import type { Exchange } from "../trace.ts";
import { callsIn, type Invariant, isDone, sawStale } from "./invariant.ts";

/** However often a create was sent, one address has one object: when a run has ended, and not only in the end. */
export const noDuplicates: Invariant = {
  name: "no duplicates: no address has two objects that docform made",
  ofStory: ({ acts }) => {
    if (acts.some(sawStale)) return [];
    const made = new Map<string, Set<string>>();
    return acts.flatMap((act, index) => {
      for (const [address, id] of madeIn(act)) made.set(address, (made.get(address) ?? new Set()).add(id));
      return [...made].flatMap(([address, ids]) => {
        const alive = [...ids].filter((id) => act.state.includes(`"id":${JSON.stringify(id)}`));
        if (alive.length <= 1) return [];
        const lost = lostIn(acts.slice(0, index + 1));
        const deleted = deletedIn(act);
        const known = alive.filter((id) => !lost(id) && !deleted(id));
        if (known.length <= 1 || known.every(isDeclared(act))) return [];
        return [`after run ${act.run.number}, ${address} has ${alive.join(" and ")}`];
      });
    });
  },
};

/** What the creates of a run have made: the operation and its address, and the id. */
function madeIn(act: Act): readonly (readonly [string, string])[] {
  return callsIn(act).flatMap(({ exchange, steps }) => {
    const [step] = steps;
    const id = createdId(exchange);
    return id === undefined || step === undefined || steps.length > 1
      ? []
      : [[`${step.operation} ${step.address}`, id] as const];
  });
}

/** Id of what a call has made, whatever it answers then: a copy of a space comes with 200 (A4). */
function createdId(exchange: Exchange): string | undefined {
  const operation = operations[exchange.operation as keyof typeof operations];
  const text = exchange.done?.bodyText ?? "";
  if (!isDone(exchange) || operation?.retry !== "create" || text === "") return undefined;
  const body = JSON.parse(text) as { readonly id?: unknown };
  return typeof body.id === "string" ? body.id : undefined;
}

/**
 * Is it what some address declares? Somebody may give what was made for one address the name that another declares: it
 * is that other one from then on, as names decide, and the first one is made again. A plan that cannot tell says so.
 */
function isDeclared({ after }: Act): (id: string) => boolean {
  if (!("plan" in after)) return () => false;
  const { unmanaged, changes } = after.plan;
  const goes = changes.filter(({ action }) => action === "delete");
  const others = new Set([...unmanaged, ...goes].map(({ id }) => id));
  return (id) => !others.has(id);
}

/** Spaces that are deleted, and could be restored. */
function deletedIn({ state }: Act): (id: string) => boolean {
  const { spaces } = JSON.parse(state) as Pick<State, "spaces">;
  return (id) => spaces[id]?.deletedAt !== undefined;
}

/**
 * What nobody can know again: its answer was lost, and somebody renamed it before docform looked. So no journal has
 * its id, and it has not the name that was sent.
 */
function lostIn(acts: readonly Act[]): (id: string) => boolean {
  const renamed = new Set(acts.flatMap(({ edits }) => edits.flatMap((edit) => renamedBy(edit) ?? [])));
  const known = new Set(acts.flatMap(idsIn));
  return (id) => renamed.has(id) && !known.has(id);
}

/** Id of what an edit gave another name, as `createAdmin` tells it. */
function renamedBy(edit: string): string | undefined {
  const [, field, name, id] = /^(\S+) of (\S+) (\S+) is /.exec(edit) ?? [];
  const kind = kinds.find((one) => one.name === name);
  const fields: Kind["fields"] = kind?.fields ?? {};
  const keys = kind === undefined ? [] : keyFields(kind);
  return Object.entries(fields).some(([key, one]) => keys.includes(key) && apiName(key, one) === field)
    ? id
    : undefined;
}

function idsIn({ journals }: Act): readonly string[] {
  const outcomes = journals.flatMap((file) => [...(readJournal(file).journal?.outcomes.values() ?? [])]);
  return outcomes.flatMap(({ id }) => id ?? []);
}
