import { execute } from "../../../src/executor/execute.ts";
import { callsOf } from "../../../src/executor/run-steps.ts";
import type { ApplyEvent } from "../../../src/model/apply-event.ts";
import { connect } from "../../../src/project/connect.ts";
import { openProject } from "../../../src/project/project.ts";
import { makePlan } from "../../../src/runs/make-plan.ts";
import { ioOf, type Surroundings } from "../processes/run-docform.ts";

/**
 * Plans, and runs one step at a time: of those that may run, the last of the plan. A step that misses something in its
 * `after` fails. Returns what failed.
 */
export async function applyOneByOne(surroundings: Surroundings): Promise<readonly string[]> {
  const io = ioOf(surroundings);
  const options = { directory: ".", format: "text", input: false, logLevel: "info", concurrency: 1 } as const;
  const project = await openProject(io, options);
  const { client, reader, ...connection } = await connect(io, options, project);
  try {
    const events: ApplyEvent[] = [];
    for (let isNext = true; isNext; ) {
      const { document, secrets } = await makePlan(project, { client, reader, ...connection });
      await execute([...document.steps].reverse(), {
        ...callsOf({ client, reader }, secrets),
        sleep: io.sleep,
        concurrency: 1,
        monotonic: io.monotonic,
        emit: (event) => events.push(event),
      });
      // After the transfers, the next plan holds the rest.
      isNext = document.phase === "transfers" && events.every(({ type }) => type !== "step_failed");
    }
    return events.flatMap((event) =>
      event.type === "step_failed" || event.type === "step_unknown"
        ? [`${event.step.operation} ${event.step.address}: ${event.message}`]
        : [],
    );
  } finally {
    await connection.close();
  }
}
