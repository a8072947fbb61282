import type { ItemFacts } from "../contract/item-facts.ts";
import { once } from "../contract/once.ts";
import type { Operation } from "../contract/operation.ts";
import type { Step } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import { callNameOf, callOfSteps } from "../planner/calls-of-steps.ts";
import { isObject, type Json, type JsonObject } from "../text/json.ts";
import type { Execution, Sent } from "./execution.ts";
import type { ReadList } from "./resolve-outputs.ts";

/** A step that waits for its shared call, and how it is told of the end. */
interface Sharer {
  readonly step: Step;
  readonly answer: (sent: Sent) => void;
  readonly fail: (problem: unknown) => void;
}

/** A call that gathers its steps: those that have come, and the number of those that may still come. */
interface Gathering {
  open: number;
  readonly come: Sharer[];
}

/**
 * Sends steps that share a call as one, once each of them has come or has ended before. Each gets the result of its own
 * item; one that fails does not touch the others.
 */
export function sharedCalls(
  steps: readonly Step[],
  calls: Pick<Execution, "send" | "readList">,
  operationOf: (name: string) => Operation,
): Required<Pick<Execution, "send" | "ended">> {
  const sharing = steps.filter(({ shared }) => shared !== undefined);
  const gatherings = new Map<string, Gathering>(
    [...groupBy(sharing, callNameOf)].map(([call, { length }]) => [call, { open: length, come: [] }]),
  );
  const here = new Set<string>();
  const go = (come: readonly Sharer[]): void => {
    sendTogether(come, calls, operationOf).catch((problem: unknown) => {
      for (const { fail } of come) fail(problem);
    });
  };
  const arrive = (step: Step): void => {
    const gathering = gatherings.get(callNameOf(step));
    if (gathering === undefined || here.has(step.id)) return;
    here.add(step.id);
    gathering.open -= 1;
    if (gathering.open === 0 && gathering.come.length > 0) go(gathering.come);
  };
  const join = (sharer: Sharer): void => {
    // A step that is sent again goes alone: the others have their results.
    if (here.has(sharer.step.id)) {
      go([sharer]);
      return;
    }
    gatherings.get(callNameOf(sharer.step))?.come.push(sharer);
    arrive(sharer.step);
  };
  return {
    send: (step) =>
      step.shared === undefined
        ? calls.send(step)
        : new Promise((answer, fail) => {
            join({ step, answer, fail });
          }),
    ended: arrive,
  };
}

async function sendTogether(
  come: readonly Sharer[],
  { send, readList }: Pick<Execution, "send" | "readList">,
  operationOf: (name: string) => Operation,
): Promise<void> {
  const call = callOfSteps(come.map(({ step }) => step));
  const sent = await send(call);
  const { items } = operationOf(call.operation);
  const list = once(() => readList(items?.read ?? "", call.params));
  for (const { step, answer } of come) {
    const { item } = step.shared ?? {};
    if (!("answer" in sent) || items === undefined || !isObject(item)) answer(sent);
    else answer(await itemResult(items, sent.answer, item, list));
  }
}

/** The end of one step of a call that was answered. */
async function itemResult(
  { results, isOf, failure, deletes }: ItemFacts,
  answer: Json,
  item: JsonObject,
  list: () => ReturnType<ReadList>,
): Promise<Sent> {
  const all = isObject(answer) ? answer[results] : undefined;
  const result = Array.isArray(all) ? all.filter(isObject).find((one) => isOf(one, item)) : undefined;
  if (result === undefined) {
    const message = "the answer has no result for it";
    return { outcome: "unknown", message, next: "a new plan shows whether it was done" };
  }
  const message = failure(result);
  const isGone = async (): Promise<boolean> => !(await list()).some((one) => isOf(one, item));
  if (message === undefined || (deletes(item) && (await isGone().catch(() => false))))
    return { answer: result };
  const next = "correct it, then apply again: the others of the call are done";
  return { outcome: "failed", message, next };
}
