import { isObject } from "../text/json.ts";
import { comparablePerson, organizationOf } from "./address.ts";
import type { Step } from "./documents/plan-document.ts";
import type { Kind } from "./kind.ts";

/** Requests to people that are open, by what they ask for: when each was sent, ISO 8601. */
export type Requests = ReadonlyMap<string, string>;

/** The request that asks a person to join an organization. */
export function invitationOf(alias: string, whom: string): string {
  return `${alias} invite ${comparablePerson(whom)}`;
}

/** The request that asks the administrators of an organization to delete something (202). */
export function removalOf(alias: string, kind: string, id: string): string {
  return `${alias} delete ${kind} ${id}`;
}

type Call = Pick<Step, "address" | "operation" | "params" | "body">;

/**
 * The request that a call sends to people, when it was carried out or may have been: an invitation, or a delete that
 * administrators are asked for. Undefined for any other call.
 */
export function requestIn(
  kinds: readonly Kind[],
  { address, operation, params, body }: Call,
  outcome: string | undefined,
): string | undefined {
  const alias = organizationOf(address);
  const inviting = kinds.find(({ invitation }) => invitation?.operation.name === operation)?.invitation;
  const whom = inviting !== undefined && isObject(body) ? inviting.whom(body) : undefined;
  if (whom !== undefined) return invitationOf(alias, whom);
  if (outcome !== "requested") return undefined;
  const kind = kinds.find(({ operations }) => operations.delete?.name === operation);
  const id = kind && params[kind.idParam];
  return kind === undefined || typeof id !== "string" ? undefined : removalOf(alias, kind.name, id);
}

/** The requests that calls in doubt may have sent, and those that administrators decide on. */
export function requestsMade(
  kinds: readonly Kind[],
  steps: readonly (Call & Pick<Step, "id">)[],
  outcomes: ReadonlyMap<string, string>,
): readonly string[] {
  return steps.flatMap((step) => {
    const outcome = outcomes.get(step.id);
    if (outcome !== "unknown" && outcome !== "requested") return [];
    return requestIn(kinds, step, outcome) ?? [];
  });
}
