import { kinds } from "../kinds/kinds.ts";
import type { Step } from "../model/documents/plan-document.ts";
import { indexKinds } from "../model/kind-index.ts";
import type { Journal } from "../state/journal.ts";
import { isObject, type Json } from "../text/json.ts";
import type { Made } from "./undo-parts.ts";

const index = indexKinds(kinds);

/** What the calls of a run made, as far as their answers are known. */
export function madeIn({ header, intents, outcomes }: Journal): readonly Made[] {
  const kindMadeBy = makersAmong(header.changes);
  return [...intents.values()].flatMap((intent) => {
    const id = outcomes.get(intent.step)?.id;
    const kind = kindMadeBy(intent);
    return id === undefined || kind === undefined ? [] : [{ address: intent.address, kind, id }];
  });
}

/** What the calls of a run that goes on have made so far. */
export interface Making {
  readonly made: () => readonly Made[];
  /** Hears of the answer to a call. */
  readonly hear: (step: Step, answer: Json | undefined) => void;
}

/** Collects what the calls of a plan make, as far as their answers are heard of. */
export function makingBy(changes: Parameters<typeof makersAmong>[0]): Making {
  const made: Made[] = [];
  const kindMadeBy = makersAmong(changes);
  return {
    made: () => made,
    hear: ({ address, operation }, answer) => {
      const [kind, { id }] = [kindMadeBy({ address, operation }), idIn(answer)];
      if (kind !== undefined && id !== undefined) made.push({ address, kind, id });
    },
  };
}

/** The id in an answer, where it has one. */
export function idIn(answer: Json | undefined): { readonly id?: string } {
  return isObject(answer) && typeof answer.id === "string" ? { id: answer.id } : {};
}

/** What a call brings into being, by the changes that it is for: the name of its kind; undefined when it makes nothing. */
export function makersAmong(
  changes: readonly { readonly address: string; readonly kind: string }[],
): (call: { readonly address: string; readonly operation: string }) => string | undefined {
  const kindAt = new Map(changes.map(({ address, kind }) => [address, kind]));
  return ({ address, operation }) => {
    const kind = kindAt.get(address);
    return kind !== undefined && isCreate(kind, operation) ? kind : undefined;
  };
}

/** Does an operation bring one of a kind into being? */
function isCreate(kind: string, operation: string): boolean {
  const { operations, tree } = index.get(kind);
  return operation === operations.create?.name || operation === tree?.copy?.name;
}
