import { createsOne } from "../kinds/kinds-of.ts";
import type { Address } from "../model/address.ts";
import type { Step } from "../model/documents/plan-document.ts";
import type { Journal } from "../state/journal.ts";
import { isObject, type Json } from "../text/json.ts";

/** An object that a call of a run created. */
export interface Created {
  readonly address: Address;
  readonly kind: string;
  readonly id: string;
  /** Its answer was lost, and it was found by reading: it may be somebody else's. */
  readonly found?: true;
}

/** Collects what the calls of a run create, while it goes on. */
export interface CreatedSoFar {
  readonly created: () => readonly Created[];
  /** Hears of the answer to a call, and whether it was found by reading. */
  readonly hear: (step: Step, answered: Answered) => void;
}

interface Answered extends Pick<Created, "found"> {
  readonly answer?: Json | undefined;
}

type ChangeAt = Pick<Created, "address" | "kind">;
type Call = Pick<Step, "address" | "operation">;

/** The objects that a run created, as far as its journal knows the answers. */
export function createdIn({ header, intents, outcomes }: Journal): readonly Created[] {
  const kindCreatedBy = kindsCreatedBy(header.changes);
  return [...intents.values()].flatMap((intent) => {
    const { id, found } = outcomes.get(intent.step) ?? {};
    const kind = kindCreatedBy(intent);
    if (id === undefined || kind === undefined) return [];
    return [{ address: intent.address, kind, id, ...(found === undefined ? {} : { found }) }];
  });
}

/** The objects that a run surely deleted, each as its kind and id. */
export function goneIn({ header, outcomes }: Journal): readonly string[] {
  const done = [...outcomes.values()].filter(({ outcome }) => outcome === "done");
  const addresses = new Set(done.map(({ address }) => address));
  return header.changes.flatMap(({ action, address, kind, id }) =>
    action === "delete" && id !== undefined && addresses.has(address) ? [`${kind} ${id}`] : [],
  );
}

/** Collects what the calls of a plan create, as far as their answers are heard of. */
export function collectCreated(changes: readonly ChangeAt[]): CreatedSoFar {
  const created: Created[] = [];
  const kindCreatedBy = kindsCreatedBy(changes);
  return {
    created: () => created,
    hear: (step, { answer, found }) => {
      const [kind, { id }] = [kindCreatedBy(step), idOfAnswer(answer)];
      if (kind === undefined || id === undefined) return;
      created.push({ address: step.address, kind, id, ...(found && { found }) });
    },
  };
}

/** The id in an answer, where it has one. */
export function idOfAnswer(answer: Json | undefined): { readonly id?: string } {
  return isObject(answer) && typeof answer.id === "string" ? { id: answer.id } : {};
}

/** Tells the kind of the object that a call creates; undefined when it creates none. */
export function kindsCreatedBy(changes: readonly ChangeAt[]): (call: Call) => string | undefined {
  const kindAt = new Map(changes.map(({ address, kind }) => [address, kind]));
  return ({ address, operation }) => {
    const kind = kindAt.get(address);
    return kind !== undefined && createsOne(kind, operation) ? kind : undefined;
  };
}
