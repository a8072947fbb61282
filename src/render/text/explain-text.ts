import type { ExplainDocument, ExplainedAs } from "../../model/documents/explain-document.ts";
import { type CommandToCopy, plainCommand } from "../command-to-copy.ts";
import { renderJson } from "../json/json-text.ts";
import { kindWords } from "../words.ts";
import { page, table } from "./columns.ts";
import { resourceParts } from "./explain-resource.ts";
import { plain, type Style } from "./style.ts";

/** How an explanation is printed. */
export interface ExplainTextOptions {
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
  switch (document.about) {
    case "diagnostic":
      return page(diagnosticParts(document, style, yaml));
    case "kind":
      return page(kindParts(document, style, yaml));
    case "field":
      return page(fieldParts(document, style, yaml));
    case "resource":
      return page(resourceParts(document, style, command));
  }
}

/** An explanation as the machine interface prints it. */
export function renderExplainJson(document: ExplainDocument): string {
  return renderJson(document);
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
    ...(seed === undefined ? [] : [[style.dim("on the platform"), ...indented(yaml(seed))]]),
    ...(faults === undefined ? [] : [[style.dim("what goes wrong there"), ...indented(yaml(faults))]]),
    ...before.flatMap((step) =>
      typeof step === "string" ? [[`  $ docform ${step}`]] : filesParts(step, style),
    ),
    [`  $ ${[...variables, "docform", line].join(" ")}`],
  ];
}

function filesParts(files: Readonly<Record<string, string>>, style: Style): Parts {
  return Object.entries(files).map(([path, text]) => [style.dim(path), ...indented(text)]);
}

function kindParts(
  { kind, doc, facts, fields, example }: ExplainedAs<"kind">,
  style: Style,
  yaml: Yaml,
): Parts {
  return [
    [style.bold(kindWords(kind)[0]), sentence(doc)],
    table(facts.map(({ name, text }) => [name, text])),
    ["It takes:", ...table(fields.map((field) => [`  ${field.name}`, sentence(field.doc)]))],
    [`docform explain ${kind}.FIELD says more of a field.`],
    ["For example:", ...indented(yaml(example))],
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
      sentence(doc),
      ...notes.map((note) => (note.startsWith("docform ") ? `${note}.` : sentence(note))),
    ],
    table(rows.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]]))),
    ...(example === undefined ? [] : [["For example:", ...indented(yaml(example))]]),
  ];
}

function indented(text: string): readonly string[] {
  return text
    .trimEnd()
    .split("\n")
    .map((line) => `  ${line}`.trimEnd());
}

function sentence(text: string): string {
  const whole = /[.?!…]$/.test(text) ? text : `${text}.`;
  return whole.charAt(0).toUpperCase() + whole.slice(1);
}
