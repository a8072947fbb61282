import { execute } from "../../../src/executor/execute.ts";
import { callsOf } from "../../../src/executor/run-steps.ts";
import type { ApplyEvent } from "../../../src/model/apply-event.ts";
import type { Step } from "../../../src/model/documents/plan-document.ts";
import { connect } from "../../../src/project/connect.ts";
import { openProject } from "../../../src/project/project.ts";
import { makePlan } from "../../../src/runs/make-plan.ts";
import { ioOf, type Surroundings } from "../processes/run-docform.ts";

/** Which of the steps that may run is next: the first of them in the plan, or the last. */
export type Direction = "forwards" | "backwards";

/**
 * Plans, and runs one step at a time. A step that misses something in its `after` fails in one direction or
 * the other. Returns what failed, whether every plan on the way had one order only, the same in each direction, and
 * what the next plan would still do.
 */
export async function applyOneByOne(
  surroundings: Surroundings,
  direction: Direction,
): Promise<{
  readonly failed: readonly string[];
  readonly hasOneOrder: boolean;
  readonly left: readonly Step[];
}> {
  const io = ioOf(surroundings);
  const options = { directory: ".", format: "text", input: false, logLevel: "info", concurrency: 1 } as const;
  const project = await openProject(io, options);
  const { client, reader, ...connection } = await connect(io, options, project);
  try {
    const events: ApplyEvent[] = [];
    let hasOneOrder = true;
    for (let isNext = true; ; ) {
      const { document, secrets } = await makePlan(project, { client, reader, ...connection });
      if (!isNext) return { failed: events.flatMap(failureIn), hasOneOrder, left: document.steps };
      hasOneOrder &&= isChain(document.steps);
      await execute(direction === "forwards" ? document.steps : [...document.steps].reverse(), {
        ...callsOf({ client, reader }, secrets),
        sleep: io.sleep,
        concurrency: 1,
        monotonic: io.monotonic,
        emit: (event) => events.push(event),
      });
      // After the transfers, the next plan holds the rest.
      isNext = document.phase === "transfers" && events.every(({ type }) => type !== "step_failed");
    }
  } finally {
    await connection.close();
  }
}

function failureIn(event: ApplyEvent): readonly string[] {
  return event.type === "step_failed" || event.type === "step_unknown"
    ? [`${event.step.operation} ${event.step.address}: ${event.message}`]
    : [];
}

/** Does each step wait for the one before it? */
function isChain(steps: readonly Step[]): boolean {
  return steps.every(({ after }, at) => at === 0 || after.includes(steps[at - 1]?.id ?? ""));
}
