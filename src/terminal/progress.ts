import { DefaultRenderer, Listr, ListrLogger, type ListrTask, ProcessOutput } from "listr2";
import { rootOf } from "../model/address.ts";
import type { ApplyEvent } from "../model/apply-event.ts";
import type { Step } from "../model/documents/plan-document.ts";
import { StepGroup, TotalRow } from "./step-group.ts";

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
  readonly now: () => number;
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
export function startProgress({ steps, stream, nameOf, safe, now }: ProgressOptions): Progress {
  const total = new TotalRow(steps.length, now);
  const rowOf = rowNamer(steps);
  const groups = new Map<string, StepGroup>();
  for (const [row, count] of countBy(steps, rowOf)) groups.set(row, new StepGroup(nameOf(row), count, safe));
  const tasks = new Listr(
    [
      { title: total.title(), task: (_, task) => total.run(task) },
      ...[...groups.values()].map(
        (group): ListrTask => ({
          title: group.name,
          task: (_, task) => group.run(task),
        }),
      ),
    ],
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
      groups.get(rowOf(event.step.address))?.show(event);
    },
    end: async () => {
      for (const row of [total, ...groups.values()]) row.end();
      await running;
    },
  };
}

function rowNamer(steps: readonly Step[]): (address: string) => string {
  const roots = new Set(steps.map((step) => rootOf(step.address)));
  return roots.size <= mostRows ? rootOf : (address) => address.split(".", 1).join("");
}

function countBy(steps: readonly Step[], rowOf: (address: string) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { address } of steps) counts.set(rowOf(address), (counts.get(rowOf(address)) ?? 0) + 1);
  return counts;
}
