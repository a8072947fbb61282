import { execute } from "../../../src/executor/execute.ts";
import type { Execution, Sent } from "../../../src/executor/execution.ts";
import type { ApplyEvent } from "../../../src/model/apply-event.ts";
import type { Step } from "../../../src/model/documents/plan-document.ts";

/** A step that creates a team. */
export function stepOf(id: string, after: readonly string[] = []): Step {
  const call = { operation: "createTeam", method: "PUT", path: "/orgs/{organizationId}/teams", params: {} };
  return { id, address: `acme/teams.${id}`, ...call, after: [...after] };
}

/** Runs steps over something that sends; what happened, in order. */
export async function runSteps(steps: readonly Step[], given: Partial<Execution> & Pick<Execution, "send">) {
  const events: ApplyEvent[] = [];
  const outcomes = await execute(steps, {
    readList: async () => [],
    readOne: async () => ({ answer: {} }),
    sleep: async () => {},
    secrets: new Map(),
    concurrency: 8,
    monotonic: () => 0,
    emit: (event) => events.push(event),
    ...given,
  });
  return { events, outcomes };
}

/** An answer that was lost. */
export const lost: Sent = { outcome: "unknown", message: "lost", next: "" };
