import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import { messageOf } from "../../text/message-of.ts";
import { entriesOf, entryOf, scalarText, type Tree, valueSource } from "../read/tree.ts";
import { scheduleSchema } from "../schema/project-file.ts";

/** The `schedule` of docform.yaml, in the form of its schema. */
export interface Schedule {
  /** Five fields of cron. */
  readonly cron: string;
  readonly source: Source;
  /** Is the state in PostgreSQL, in any environment? Elsewhere there are no workers. */
  readonly hasWorkers: boolean;
}

/** Reads the schedule; undefined without one, and for one of a wrong form, which is told with the whole file. */
export function readSchedule(tree: Tree): Schedule | undefined {
  const written = entryOf(tree, "schedule");
  const cron = scheduleSchema.safeParse(scalarText(written?.value)).data;
  if (written === undefined || cron === undefined) return undefined;
  const layers = [tree, ...entriesOf(entryOf(tree, "environments")?.value).map(({ value }) => value)];
  const hasWorkers = layers.some(
    (layer) => entryOf(entryOf(layer, "state")?.value, "postgres") !== undefined,
  );
  return { cron, source: valueSource(written), hasWorkers };
}

/** The mistake in a schedule. Of a time that never comes, pg-boss would look at no other schedule either. */
export async function checkSchedule({ cron, source, hasWorkers }: Schedule): Promise<readonly Diagnostic[]> {
  const hint = "write state: { postgres: {} } beside it";
  if (!hasWorkers)
    return [error("DF1006", "schedule is for workers, which need the state in PostgreSQL", { source, hint })];
  const { default: parser } = await import("cron-parser");
  try {
    // The question that pg-boss asks.
    parser.parseExpression(cron, { tz: "UTC" }).prev();
    return [];
  } catch (problem) {
    const why = messageOf(problem).replace("Invalid expression, loop limit exceeded", "it never comes");
    return [error("DF1005", `schedule is no time of cron: ${why}`, { source })];
  }
}
