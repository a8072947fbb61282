import { indexKinds } from "../core/kind-index.ts";
import type { Made } from "../core/undo-parts.ts";
import { kinds } from "../kinds/kinds.ts";
import type { Journal } from "../record/journal.ts";

const index = indexKinds(kinds);

/** What the calls of a run made, as far as their answers are known. */
export function madeIn({ header, intents, outcomes }: Journal): readonly Made[] {
  const kindAt = new Map(header.changes.map(({ address, kind }) => [address, kind]));
  return [...intents.values()].flatMap(({ step, address, operation }) => {
    const id = outcomes.get(step)?.id;
    const kind = kindAt.get(address);
    return id !== undefined && kind !== undefined && isCreate(kind, operation) ? [{ address, kind, id }] : [];
  });
}

/** Does an operation bring one of a kind into being? */
export function isCreate(kind: string | undefined, operation: string): boolean {
  if (kind === undefined) return false;
  const { operations, tree } = index.get(kind);
  return operation === operations.create?.name || operation === tree?.copy?.name;
}
