import { DefaultRenderer, Listr, ListrLogger, type ListrTask, ProcessOutput } from "listr2";
import { rootOf } from "../../model/address.ts";
import type { ApplyEvent } from "../../model/apply-event.ts";
import type { Step } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { callNameOf, countCalls } from "../../planner/calls-of-steps.ts";
import { counted, durationText } from "../../render/words.ts";

/** The surroundings of a progress tree. */
export interface ProgressOptions {
  /** Steps of the plan, in its order. */
  readonly steps: readonly Step[];
  /** A terminal; results never go there. */
  readonly stream: NodeJS.WriteStream;
  /** Name of an address, safe to print. */
  readonly nameOf: (address: string) => string;
  /** Untrusted text, safe to print. */
  readonly safe: (text: string) => string;
  /** Milliseconds since 1970. */
  readonly monotonic: () => number;
}

/** The tree, whether or not stdout is a terminal: it goes to a stream that is one. */
class TreeRenderer extends DefaultRenderer {
  static override nonTTY = true;
}

/** A live tree of an apply. It only displays; the events hold the outcomes. */
export interface Progress {
  readonly show: (event: ApplyEvent) => void;
  /** Ends the tree, whatever is still open in it. */
  readonly end: () => Promise<void>;
}

/** Rows that a tree has at most; with more resources, it has a row for each collection of them. */
const mostRows = 20;

/** Draws a tree: a row for all calls together, then one for each outermost resource of the plan. */
export function startProgress({ steps, stream, nameOf, safe, monotonic }: ProgressOptions): Progress {
  const rowOf = rowNamer(steps);
  const total = createRow(steps.length, totalTitle(countCalls(steps), monotonic), () => undefined);
  const rows = new Map(
    [...groupBy(steps, ({ address }) => rowOf(address))].map(([name, own]) => [
      name,
      createRow(own.length, callsTitle(nameOf(name), countCalls(own)), (event) => safe(wordsFor(event))),
    ]),
  );
  const all = [total, ...rows.values()];
  const tasks = new Listr(
    all.map(({ title, run }): ListrTask => ({ title, task: (_, task) => run(task) })),
    {
      concurrent: true,
      exitOnError: false,
      registerSignalListeners: false,
      renderer: TreeRenderer,
      rendererOptions: {
        collapseErrors: false,
        logger: new ListrLogger({ processOutput: new ProcessOutput(stream, stream) }),
      },
    },
  );
  const running = tasks.run().catch(() => undefined);
  return {
    show: (event) => {
      if (!("step" in event)) return;
      total.show(event);
      rows.get(rowOf(event.step.address))?.show(event);
    },
    end: async () => {
      for (const row of all) row.end();
      await running;
    },
  };
}

function rowNamer(steps: readonly Step[]): (address: string) => string {
  const roots = new Set(steps.map((step) => rootOf(step.address)));
  return roots.size <= mostRows ? rootOf : (address) => address.split(".", 1).join("");
}

type StepEvent = Extract<ApplyEvent, { readonly step: unknown }>;

/** A row of the tree, for the steps of a resource, of a collection, or of the whole apply. */
interface Row {
  /** The title before any step has ended. */
  readonly title: string;
  /** Runs as a task until every step of the row has ended; fails when one did not go well. */
  readonly run: (task: Task) => Promise<void>;
  readonly show: (event: StepEvent) => void;
  /** Ends the row, even when steps of it have not. */
  readonly end: () => void;
}

/** The part of a task of the tree that a row writes to. */
interface Task {
  title: string;
  output: string;
}

/** `titleOf` gets the number of calls that have ended; `textOf` says what is shown of an event. */
function createRow(
  total: number,
  titleOf: (ended: number) => string,
  textOf: (event: StepEvent) => string | undefined,
): Row {
  const troubles: string[] = [];
  let row: Task = { title: titleOf(0), output: "" };
  const calls = new Set<string>();
  let ended = 0;
  let end = (): void => undefined;
  const finished = new Promise<void>((resolve) => {
    end = resolve;
  });
  return {
    title: row.title,
    run: async (task) => {
      row = Object.assign(task, { title: row.title });
      await finished;
      if (troubles.length > 0) throw new Error(troubles.join("; "));
      if (ended < total) throw new Error("not finished");
    },
    show: (event) => {
      const text = textOf(event);
      if (event.type === "step_started") {
        row.output = text ?? row.output;
        return;
      }
      ended++;
      calls.add(callNameOf(event.step));
      if (event.type !== "step_done" && text !== undefined) troubles.push(text);
      row.title = titleOf(calls.size);
      if (ended >= total) end();
    },
    end: () => end(),
  };
}

function callsTitle(name: string, total: number): (ended: number) => string {
  return (ended) => (total > 1 ? `${name}  ${ended}/${total}` : name);
}

/** `12 of 40 calls, about 8.4 s left`. */
function totalTitle(total: number, monotonic: () => number): (ended: number) => string {
  const startedAt = monotonic();
  return (ended) => {
    const counts = `${ended} of ${counted(total, "call")}`;
    if (ended === 0 || ended === total) return counts;
    const left = ((monotonic() - startedAt) / ended) * (total - ended);
    return `${counts}, about ${durationText(left)} left`;
  };
}

function wordsFor(event: StepEvent): string {
  const { operation } = event.step;
  switch (event.type) {
    case "step_started":
    case "step_done":
      return operation;
    case "step_failed":
      return `${operation} failed: ${event.message}`;
    case "step_unknown":
      return `${operation} may have been done: ${event.message}`;
    case "step_stale":
      return `${operation} not sent, as somebody else changed it`;
    case "step_requested":
      return `${operation} is requested from administrators`;
    case "step_skipped":
      return `${operation} skipped`;
  }
}
