import type { ApplyEvent } from "../model/apply-event.ts";
import { counted, durationText } from "../render/words.ts";

/** The part of a task of the tree that a group writes to. */
interface Row {
  title: string;
  output: string;
}

type StepEvent = Extract<ApplyEvent, { readonly step: unknown }>;

/**
 * One row of the tree for the steps of a resource or collection: done steps, the running one and failures.
 */
export class StepGroup {
  readonly name: string;
  private readonly total: number;
  private readonly safe: (text: string) => string;
  private readonly troubles: string[] = [];
  private readonly finished: Promise<void>;
  private finish: () => void = () => undefined;
  private ended = 0;
  private row: Row | undefined;

  constructor(name: string, total: number, safe: (text: string) => string) {
    this.name = name;
    this.total = total;
    this.safe = safe;
    this.finished = new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  /** Runs as a task until every step of it has ended; fails when one did not go well. */
  async run(row: Row): Promise<void> {
    this.row = row;
    this.title();
    await this.finished;
    if (this.troubles.length > 0) throw new Error(this.troubles.join("; "));
    if (this.ended < this.total) throw new Error("not finished");
  }

  /** Takes in an event of one of its steps. */
  show(event: StepEvent): void {
    if (event.type === "step_started") {
      if (this.row) this.row.output = this.safe(event.step.operation);
      return;
    }
    this.ended++;
    if (event.type !== "step_done") this.troubles.push(this.safe(trouble(event)));
    this.title();
    if (this.ended >= this.total) this.finish();
  }

  /** Ends the row, even when steps of it have not. */
  end(): void {
    this.finish();
  }

  private title(): void {
    if (this.row) this.row.title = this.total > 1 ? `${this.name}  ${this.ended}/${this.total}` : this.name;
  }
}

/** One row for all calls of an apply: the number of ended ones and the estimated rest of the time. */
export class TotalRow {
  private readonly total: number;
  private readonly now: () => number;
  private readonly startedAt: number;
  private readonly finished: Promise<void>;
  private finish: () => void = () => undefined;
  private ended = 0;
  private row: Row | undefined;

  constructor(total: number, now: () => number) {
    this.total = total;
    this.now = now;
    this.startedAt = now();
    this.finished = new Promise((resolve) => {
      this.finish = resolve;
    });
  }

  /** Runs as a task until `end`. */
  async run(row: Row): Promise<void> {
    this.row = row;
    row.title = this.title();
    await this.finished;
    if (this.ended < this.total) throw new Error("not finished");
  }

  /** Takes in an event of any step. */
  show({ type }: StepEvent): void {
    if (type === "step_started") return;
    this.ended++;
    if (this.row) this.row.title = this.title();
    if (this.ended >= this.total) this.finish();
  }

  end(): void {
    this.finish();
  }

  /** `12 of 40 calls, about 8.4 s left`. */
  title(): string {
    const counts = `${this.ended} of ${counted(this.total, "call")}`;
    const open = this.total - this.ended;
    if (this.ended === 0 || open === 0) return counts;
    const left = ((this.now() - this.startedAt) / this.ended) * open;
    return `${counts}, about ${durationText(left)} left`;
  }
}

function trouble(event: Exclude<StepEvent, { type: "step_started" | "step_done" }>): string {
  switch (event.type) {
    case "step_failed":
      return `${event.step.operation} failed: ${event.message}`;
    case "step_unknown":
      return `${event.step.operation} may have been done: ${event.message}`;
    case "step_stale":
      return `${event.step.operation} not sent, as somebody else changed it`;
    case "step_skipped":
      return `${event.step.operation} skipped`;
  }
}
