import type { Operation } from "../../contract/operation.ts";
import type { Address } from "../../model/address.ts";
import type { Change, FieldChange, Step, Wait } from "../../model/documents/plan-document.ts";
import type { AfterReason } from "../../model/documents/step-document.ts";
import type { Waiting } from "../../model/documents/waiting.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName } from "../../model/kind-index.ts";
import type { Json, JsonObject } from "../../text/json.ts";

/** A draft that must be done before another one, and why. */
export interface Prerequisite {
  readonly key: string;
  readonly because: AfterReason;
}

/** A step before it is numbered: `after` and `$from` name other drafts by their key. */
export interface StepDraft {
  readonly key: string;
  readonly address: Address;
  readonly operation: Operation;
  readonly params: Readonly<Record<string, Json>>;
  readonly body?: JsonObject;
  readonly after: readonly Prerequisite[];
  /** Keys of live resources that something stops referring to with this call: they can go afterwards. */
  readonly releases?: readonly string[];
  /** Keys of the live resources that go with this call. */
  readonly deletes?: readonly string[];
  /** Unique values that are given up and taken: what is taken must have been given up. */
  readonly frees?: readonly string[];
  readonly claims?: readonly UniqueValue[];
  /** The work of the platform after the call; the step is done when that has ended well. */
  readonly wait?: Wait;
  /** The whole that its body is laid over. */
  readonly onto?: Step["onto"];
  /** The call takes something away from its address, or brings something new to it. */
  readonly narrows?: true;
  readonly widens?: true;
  /** Fields of its body that shut people out of its address, or let people in. */
  readonly narrowing?: readonly string[];
  readonly widening?: readonly string[];
  /** The address that it opens or closes, when that is not its own. */
  readonly scope?: Address;
  /** Keys of calls that close what this one leads to: it waits for them, where they do not wait for it. */
  readonly closedBy?: readonly string[];
  /** It may go with another call of its operation at its address. */
  readonly joins?: true;
  /** It goes as an item of a call that others share. */
  readonly shared?: SharedCall;
  /** Goes after everything else in its address (publish). */
  readonly isLast?: true;
}

/** A call that several steps share, and the item of one of them. */
export interface SharedCall {
  readonly operation: Operation;
  readonly item: JsonObject;
  /** Name of the call in the plan. */
  readonly call?: string;
}

/** A value that only one item of a scope can have. */
export interface UniqueValue {
  /** Scope and value together: what two items cannot both have. */
  readonly slot: string;
  /** Body field that carries it. */
  readonly field: string;
  readonly value: string;
  /** How long a value of the field can be. */
  readonly maxLength: number;
}

/** The drafts with these keys as what comes first, all for one reason. */
export function prerequisites(keys: readonly string[], because: AfterReason): readonly Prerequisite[] {
  return keys.map((key) => ({ key, because }));
}

/** The draft, which now also waits for those with these keys. */
export function withPrerequisites(
  draft: StepDraft,
  keys: readonly string[],
  because: AfterReason,
): StepDraft {
  return keys.length === 0 ? draft : { ...draft, after: [...draft.after, ...prerequisites(keys, because)] };
}

/** Key of the draft that creates a resource. */
export function createKey(address: Address): string {
  return `${address} create`;
}

/** Key of the draft that runs an operation on a resource. */
export function callKey(address: Address, operation: Operation): string {
  return `${address} ${operation.name}`;
}

/** The operation that turns a switch on or off; undefined for no switch, and where nothing turns it off. */
export function switchCall(switched: Field["switched"], value: Json | undefined): Operation | undefined {
  if (value !== false) return switched?.on;
  return typeof switched?.off === "string" ? undefined : switched?.off;
}

/** Does the body of an operation take a field of this API name? */
export function takesField(operation: Operation | undefined, name: string): boolean {
  return operation?.body !== undefined && Object.hasOwn(operation.body.shape, name);
}

/** The operation that changes a field of one that is there. */
export function updateOf({ operations, fields }: Kind, name: string): Operation | undefined {
  const field = fields[name];
  if (field === undefined) return undefined;
  return field.ownCalls?.update ?? operations.update?.find((one) => takesField(one, apiName(name, field)));
}

/** Keys of the drafts whose output a value refers to. */
export function sourcesOf(value: Json | undefined): readonly string[] {
  if (value === undefined || value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap((item: Json) => sourcesOf(item));
  const object = value as JsonObject;
  const own = typeof object.$from === "string" ? [object.$from] : [];
  return [...own, ...Object.values(object).flatMap((item) => sourcesOf(item))];
}

/** The plan for one resource: its changes, and the calls for them. */
export interface Outcome {
  readonly changes: readonly Change[];
  readonly drafts: readonly StepDraft[];
  /** Declared people who have not joined yet; left out for nobody. */
  readonly waiting?: readonly Awaiting[];
}

/** Somebody who is waited for: people were asked, or may be. */
export interface Awaiting extends Waiting {
  /** The request to people, as the record knows it. */
  readonly request?: string;
  /** The changes and calls that ask, where that is due. */
  readonly asking?: Pick<Outcome, "changes" | "drafts">;
}

/** Nothing to do. */
export const noOutcome: Outcome = { changes: [], drafts: [] };

/** Puts outcomes together; most are empty. */
export function mergeOutcomes(outcomes: readonly Outcome[]): Outcome {
  const some = outcomes.filter((outcome) => outcome !== noOutcome);
  const [first = noOutcome, second] = some;
  if (second === undefined) return first;
  return {
    changes: some.flatMap(({ changes }) => changes),
    drafts: some.flatMap(({ drafts }) => drafts),
    waiting: some.flatMap(({ waiting = [] }) => waiting),
  };
}

/** A written field that is not as it should be, or the whole of a resource that is yet to be. */
export interface FieldDiff {
  readonly name: string;
  readonly field: Field;
  /** The value in the body of a call. */
  readonly value: Json;
  readonly change: FieldChange;
  /** Key of the object that the live value refers to, when this call ends that. */
  readonly released?: string;
  /** Why it is sent, when nothing that can be read says so. */
  readonly reason?: string;
  /** Set when it cannot be done: why not. */
  readonly blocked?: string;
}
