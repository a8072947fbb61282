import { withoutOrganization } from "../../model/address.ts";
import type { ExplainedAs } from "../../model/documents/explain-document.ts";
import type { Step } from "../../model/documents/plan-document.ts";
import type { CommandToCopy } from "../command-to-copy.ts";
import { below } from "../plan/plan-blocks.ts";
import { entryLines, heldText } from "../plan/plan-entry.ts";
import { type PlanView, sourceText } from "../plan/plan-view.ts";
import { terminalText } from "../safe-text.ts";
import { counted, kindWords } from "../words.ts";
import { layOut, table } from "./columns.ts";
import type { Style } from "./style.ts";

/** Why a resource is, or is not, in the plan: parts of a page. */
export function resourceParts(
  explained: ExplainedAs<"resource">,
  style: Style,
  command: CommandToCopy,
): readonly (readonly string[])[] {
  const { address, changes, steps, waitsFor, guards, unverifiable } = explained;
  const view: PlanView = { style, nameOf: withoutOrganization, fields: "all", navigation: "counts" };
  const source = sourceText(explained);
  const where = source === undefined ? "in no manifest" : `declared at ${source}`;
  const held = guards.filter((guard) => guard.held);
  const entries = changes.flatMap((change) =>
    entryLines(
      change,
      view.nameOf(change.address),
      held.filter((guard) => guard.address === change.address),
      view,
    ),
  );
  const shown = new Set(changes.map((change) => change.address));
  const loose = held.filter((guard) => !shown.has(guard.address ?? "")).map((guard) => heldText(guard, view));
  return [
    [style.bold(terminalText(address)), `${whatText(explained)}, ${where}`],
    [
      planLine(explained),
      ...unverifiable.map(({ field, reason }) => terminalText(`${field} cannot be compared: ${reason}`)),
    ],
    layOut(entries),
    loose,
    ...(steps.length === 0 ? [] : [["Calls:", ...stepLines(steps, waitsFor)]]),
    ...(changes.length === 0 ? [] : [[`${command("plan", "--target", address)} shows these alone.`]]),
  ].filter((part) => part.length > 0);
}

/** What it is: a kind of resource; or which part of which one. */
function whatText({ address, kind, partOf }: ExplainedAs<"resource">): string {
  const [word] = kindWords(kind);
  if (partOf === undefined) return word;
  return terminalText(`${below(address, partOf)} of the ${word} ${withoutOrganization(partOf)}`);
}

function planLine({ state, why, changes, steps }: ExplainedAs<"resource">): string {
  const counts = `${counted(changes.length, "change")}, ${counted(steps.length, "call")}`;
  const isIn = state === "changes" || state === "changes inside";
  return terminalText(`${isIn ? `In the plan, with ${counts}` : "Not in the plan"}: ${why}.`);
}

/** Each call, and which calls for other addresses it waits for. */
function stepLines(steps: readonly Step[], waitsFor: readonly Step[]): readonly string[] {
  const others = new Map(waitsFor.map((step) => [step.id, step]));
  return table(
    steps.map(({ id, operation, method, path, after }) => {
      const waits = after.map((one) => {
        const other = others.get(one);
        return other === undefined
          ? one
          : `${one} (${other.operation} ${withoutOrganization(other.address)})`;
      });
      const note = waits.length === 0 ? "" : `after ${waits.join(", ")}`;
      return [`  ${id}`, operation, `${method} ${path}`, terminalText(note)];
    }),
  );
}
