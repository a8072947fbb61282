import { indexKinds } from "../core/kind-index.ts";
import type { Made } from "../core/undo-parts.ts";
import { kinds } from "../kinds/kinds.ts";
import type { Journal } from "../record/journal.ts";

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
