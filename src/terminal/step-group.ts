import type { ApplyEvent } from "../model/apply-event.ts";

/** The part of a task of the tree that a group writes to. */
interface Row {
  title: string;
  output: string;
}

type StepEvent = Extract<ApplyEvent, { readonly step: unknown }>;

/** The steps of one resource, or of one collection, as one row of the tree: how many are done, what runs, what went wrong. */
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
