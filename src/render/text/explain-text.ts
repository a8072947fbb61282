import { withoutOrganization } from "../../model/address.ts";
import type { ExplainDocument, ExplainedAs } from "../../model/documents/explain-document.ts";
import type { Step } from "../../model/documents/plan-document.ts";
import { callOfSteps, countCalls } from "../../planner/calls-of-steps.ts";
import { type CommandToCopy, plainCommand } from "../command-to-copy.ts";
import { below, type PlanView, sourceText } from "../plan/plan-view.ts";
import { terminalText } from "../safe-text.ts";
import { counted, kindWords } from "../words.ts";
import { layOut, page, table } from "./columns.ts";
import { entryLines, heldText } from "./plan-body.ts";
import { plain, type Style } from "./style.ts";

interface ExplainTextOptions {
  readonly style?: Style;
  /** Makes the commands that are proposed. */
  readonly command?: CommandToCopy;
  /** A value as YAML, safe for a terminal; ends in a newline. */
  readonly yaml: (value: unknown) => string;
}

/** An explanation for a terminal, with a newline at its end. */
export function renderExplainText(
  document: ExplainDocument,
  { style = plain, yaml, command = plainCommand }: ExplainTextOptions,
): string {
  if (document.about === "diagnostic") return page(diagnosticParts(document, style, yaml));
  if (document.about === "kind") return page(kindParts(document, style, yaml));
  if (document.about === "field") return page(fieldParts(document, style, yaml));
  return page(resourceParts(document, style, command));
}

type Parts = readonly (readonly string[])[];
type Yaml = ExplainTextOptions["yaml"];

function diagnosticParts(
  { code, title, meaning, next, example }: ExplainedAs<"diagnostic">,
  style: Style,
  yaml: Yaml,
): Parts {
  const head = [[style.bold(`${code}: ${title}`)], [meaning], [`What to do: ${next}`]];
  if (example === undefined) return head;
  const { files, seed, faults, env = {}, before = [], line } = example;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [
    ...head,
    ["For example:"],
    ...filesParts(files, style),
    ...(seed === undefined ? [] : [[style.dim("on the platform"), ...indentedText(yaml(seed))]]),
    ...(faults === undefined ? [] : [[style.dim("what goes wrong there"), ...indentedText(yaml(faults))]]),
    ...before.flatMap((step) =>
      typeof step === "string" ? [[`  $ docform ${step}`]] : filesParts(step, style),
    ),
    [`  $ ${[...variables, "docform", line].join(" ")}`],
  ];
}

function filesParts(files: Readonly<Record<string, string>>, style: Style): Parts {
  return Object.entries(files).map(([path, text]) => [style.dim(path), ...indentedText(text)]);
}

function kindParts(
  { kind, doc, facts, fields, example }: ExplainedAs<"kind">,
  style: Style,
  yaml: Yaml,
): Parts {
  return [
    [style.bold(kindWords(kind)[0]), wholeSentence(doc)],
    table(facts.map(({ name, text }) => [name, text])),
    ["It takes:", ...table(fields.map((field) => [`  ${field.name}`, wholeSentence(field.doc)]))],
    [`docform explain ${kind}.FIELD says more of a field.`],
    ["For example:", ...indentedText(yaml(example))],
  ];
}

function fieldParts(explained: ExplainedAs<"field">, style: Style, yaml: Yaml): Parts {
  const { kind, field, doc, takes, notes, whenNew, later, fixed, omitted, empty, example } = explained;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ["takes", takes],
    ["in a new one", whenNew],
    ["can change", fixed === undefined ? later : `${later}: ${fixed}`],
    ["left out", omitted],
    ["empty", empty],
    ["null", explained.null],
  ];
  return [
    [
      style.bold(`${kind}.${field}`),
      wholeSentence(doc),
      ...notes.map((note) => (note.startsWith("docform ") ? `${note}.` : wholeSentence(note))),
    ],
    table(rows.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]))),
    ...(example === undefined ? [] : [["For example:", ...indentedText(yaml(example))]]),
  ];
}

function indentedText(text: string): readonly string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`.trimEnd());
}

function wholeSentence(text: string): string {
  const whole = /[.?!…]$/.test(text) ? text : `${text}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}

/** The reasons why a resource is or is not in the plan, as parts of a page. */
function resourceParts(explained: ExplainedAs<"resource">, style: Style, command: CommandToCopy): Parts {
  const { address, changes, steps, waitsFor, guards, unverifiable } = explained;
  const view: PlanView = { style, nameOf: withoutOrganization, fields: "all", navigation: "counts" };
  const source = sourceText(explained);
  const where = source === undefined ? "in no manifest" : `declared at ${source}`;
  const held = guards.filter((guard) => guard.held);
  const entries = changes.flatMap((change) => {
    const itsGuards = held.filter((guard) => guard.address === change.address);
    return entryLines(change, view.nameOf(change.address), itsGuards, view);
  });
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
  ];
}

function whatText({ address, kind, partOf }: ExplainedAs<"resource">): string {
  const [word] = kindWords(kind);
  if (partOf === undefined) return word;
  return terminalText(`${below(address, partOf)} of the ${word} ${withoutOrganization(partOf)}`);
}

function planLine({ state, why, changes, steps }: ExplainedAs<"resource">): string {
  const counts = `${counted(changes.length, "change")}, ${counted(countCalls(steps), "call")}`;
  const isIn = state === "changes" || state === "changes inside";
  return terminalText(`${isIn ? `In the plan, with ${counts}` : "Not in the plan"}: ${why}.`);
}

function stepLines(steps: readonly Step[], waitsFor: readonly Step[]): readonly string[] {
  const others = new Map(waitsFor.map((step) => [step.id, step]));
  return table(
    steps.map((step) => {
      const { id, operation, method, path, after, afterReasons = {} } = callOfSteps([step]);
      const waits = after.map((one) => {
        const other = others.get(one);
        const call = other && `${callOfSteps([other]).operation} ${withoutOrganization(other.address)}`;
        const facts = [call, afterReasons[one]?.join(", ")].filter((fact) => fact !== undefined);
        return facts.length === 0 ? one : `${one} (${facts.join(": ")})`;
      });
      const note = waits.length === 0 ? "" : `after ${waits.join(", ")}`;
      return [`  ${id}`, operation, `${method} ${path}`, terminalText(note)];
    }),
  );
}
