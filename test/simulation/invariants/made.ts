import { operations } from "../../../src/contract/operations.ts";
import type { Act } from "../story.ts";
import type { Exchange } from "../trace.ts";
import { callsIn, isDone } from "./invariant.ts";

/** What a create has made. */
export interface MadeByCall {
  readonly operation: string;
  readonly address: string;
  readonly id: string;
  readonly exchange: Exchange;
}

/** What the creates of a run have made, where it is known which step each was the call of. */
export function madeIn(act: Act): readonly MadeByCall[] {
  return callsIn(act).flatMap(({ exchange, steps: [step, ...others] }) => {
    const id = createdId(exchange);
    if (id === undefined || step === undefined || others.length > 0) return [];
    return [{ operation: step.operation, address: step.address, id, exchange }];
  });
}

/** Id of what a call has made, whatever it answers then: a copy of a space comes with 200 (A4). */
export function createdId(exchange: Exchange): string | undefined {
  const operation = operations[exchange.operation as keyof typeof operations];
  const text = exchange.done?.bodyText ?? "";
  if (!isDone(exchange) || operation?.retry !== "create" || text === "") return undefined;
  const body = JSON.parse(text) as { readonly id?: unknown };
  return typeof body.id === "string" ? body.id : undefined;
}
