import { type Io, timeOf } from "../../io/io.ts";
import { shown } from "../../io/shown.ts";
import type { ApplyEvent, ApplySummary } from "../../model/apply-event.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { callOfSteps } from "../../planner/calls-of-steps.ts";
import type { CommonOptions } from "../../project/options.ts";
import { canAsk, fitted, styleFor } from "../../project/output.ts";
import { commandsLike, type GivenOptions } from "../../render/command-to-copy.ts";
import { renderApplyLine } from "../../render/json/apply-json.ts";
import { namer } from "../../render/plan/plan-view.ts";
import { terminalText } from "../../render/safe-text.ts";
import { applyEventRenderer, renderApplySummary } from "../../render/text/apply-text.ts";

/** Shows the progress and the result of an apply. */
export interface ApplyView {
  readonly show: (event: ApplyEvent) => void;
  readonly end: (summary: ApplySummary) => Promise<void>;
}

/** A live tree on a terminal, a line for each step elsewhere, events for machines. */
export async function applyView(
  io: Io,
  options: CommonOptions & GivenOptions,
  document: PlanDocument,
): Promise<ApplyView> {
  if (options.format === "json") return jsonView(io);
  const events: ApplyEvent[] = [];
  const organizations = Object.keys(document.organizations);
  const progress = await startProgress(io, document, organizations);
  return {
    show: (happened) => {
      const event = shown(io, asSent(happened));
      events.push(event);
      progress.show(event);
    },
    end: async (summary) => {
      await progress.end();
      const text = renderApplySummary(shown(io, summary), events, {
        style: styleFor(io.stdout, io.env),
        organizations,
        command: commandsLike(options),
      });
      io.stdout.write(fitted(io.stdout, text));
    },
  };
}

function jsonView(io: Io): ApplyView {
  const show = (event: ApplyEvent): void => {
    io.stdout.write(renderApplyLine(shown(io, asSent(event)), timeOf(io)));
  };
  return { show, end: async (summary) => show({ type: "summary", summary }) };
}

/** The event with its step as the call that sends it. */
function asSent(event: ApplyEvent): ApplyEvent {
  return "step" in event ? { ...event, step: callOfSteps([event.step]) } : event;
}

interface Progress {
  readonly show: (event: ApplyEvent) => void;
  readonly end: () => Promise<void>;
}

async function startProgress(
  io: Io,
  document: PlanDocument,
  organizations: readonly string[],
): Promise<Progress> {
  const steps = document.steps.map((step) => callOfSteps([step]));
  if (steps.length > 0 && canAsk(io, true)) {
    const terminal = await import("../terminal/progress.ts");
    const nameOf = namer(organizations);
    return terminal.startProgress({
      steps,
      stream: io.stderr as NodeJS.WriteStream,
      nameOf,
      safe: terminalText,
      monotonic: io.monotonic,
    });
  }
  const render = applyEventRenderer({ style: styleFor(io.stderr, io.env), organizations, steps });
  return {
    show: (event) => {
      io.stderr.write(render(event));
    },
    end: async () => {},
  };
}
