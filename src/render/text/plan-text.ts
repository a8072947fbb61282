import type { PlanDocument, Unmanaged } from "../../model/documents/plan-document.ts";
import { commandsLike } from "../command-to-copy.ts";
import { oldLinksLines } from "../old-links-view.ts";
import { accessChanges } from "../plan/access-items.ts";
import { rehearsalLines, unmanagedText, unverifiableTexts } from "../plan/plan-notices.ts";
import { digestLine, hasChanges, type PlanCommand, partialText, summaryLine } from "../plan/plan-summary.ts";
import { aliases, namer, type PlanView, wholePlanGuards } from "../plan/plan-view.ts";
import { terminalText } from "../safe-text.ts";
import { undeclaredLines } from "../undeclared-view.ts";
import { valueText } from "../value.ts";
import { waitingLines } from "../waiting-view.ts";
import { counted, kindWords } from "../words.ts";
import { namesText } from "./apply-message.ts";
import { page, table } from "./columns.ts";
import { diagnosticHeadline } from "./diagnostics-text.ts";
import { heldText, planBody } from "./plan-body.ts";
import { plain, type Style } from "./style.ts";

/** Facts and settings of the text of a plan. */
export interface PlanTextOptions extends PlanCommand {
  readonly style?: Style;
  /** Cells of a row of the terminal, where that is known. */
  readonly width?: number | undefined;
  /** List undeclared objects instead of counting them. */
  readonly unmanaged?: boolean;
  /** Show each change by itself, also where many are alike. */
  readonly full?: boolean;
  readonly environment?: string;
  readonly commit?: string;
  /** Of an undo: what the run was that it takes back. */
  readonly about?: string;
}

/** Lines of changes that a reader still sees together with the last lines. */
const longBody = 30;

/** The plan for a terminal, with a newline at its end. */
export function renderPlanText(document: PlanDocument, options: PlanTextOptions = {}): string {
  const style = options.style ?? plain;
  const nameOf = namer(Object.keys(document.organizations));
  const folds = options.full === true ? "none" : "alike";
  const view: PlanView = { style, nameOf, fields: "all", navigation: "tree", width: options.width, folds };
  const body = [
    ...planBody(document, view),
    ...unmanagedLines(document, view, options.unmanaged ?? false),
    ...unverifiableLines(document, view),
  ];
  const parts = [
    headLines(document, options, style),
    body,
    undeclaredLines(document.noLongerDeclared, { style, nameOf, command: commandsLike(options.given ?? {}) }),
    oldLinksLines(document.oldLinks, view),
    waitingLines(document.waiting, view),
    noticeLines(document, view),
    rehearsalLines(document, nameOf),
    [...(body.length > longBody ? repeatedLines(document, view) : []), ...lastLines(document, view, options)],
  ];
  return page(parts);
}

function headLines(document: PlanDocument, options: PlanTextOptions, style: Style): readonly string[] {
  const names = aliases(document);
  const head = [
    style.bold(
      options.undoes === undefined ? "docform plan" : `docform undo ${terminalText(options.undoes)}`,
    ),
    `${names.length === 1 ? "organization" : "organizations"} ${names.join(", ")}`,
    ...(options.environment ? [`environment ${terminalText(options.environment)}`] : []),
    ...(options.commit ? [`commit ${terminalText(options.commit)}`] : []),
  ];
  const about = options.about === undefined ? [] : [terminalText(options.about)];
  return [
    head.join("   "),
    ...about,
    style.dim(`Read the platform in ${counted(document.summary.reads, "request")}`),
  ];
}

/** The undeclared objects: one line with a count, or a list. */
function unmanagedLines(document: PlanDocument, view: PlanView, list: boolean): readonly string[] {
  const { unmanaged } = document;
  const counts = unmanagedText(unmanaged);
  if (counts === undefined) return [];
  const text = `· ${terminalText(counts)}`;
  const them = unmanaged.length === 1 ? "it" : "them";
  if (!list) return [view.style.dim(`${text} (unmanaged; --unmanaged lists ${them})`)];
  return [
    view.style.dim(`${text} (unmanaged, left alone)`),
    ...table(unmanaged.map((item) => unmanagedRow(item, view))).map((row) => `    ${row}`),
  ];
}

function unverifiableLines(document: PlanDocument, view: PlanView): readonly string[] {
  const texts = unverifiableTexts(document.unverifiable, view.nameOf);
  return texts.map((text) => view.style.dim(`· ${terminalText(text)}`));
}

function unmanagedRow({ kind, title, id, parent }: Unmanaged, view: PlanView): readonly string[] {
  const place = parent.includes("/") || view.nameOf("a/b") !== "b" ? `in ${view.nameOf(parent)}` : "";
  return [terminalText(kindWords(kind)[0]), valueText(title), `id ${terminalText(id)}`, place];
}

function noticeLines(document: PlanDocument, view: PlanView): readonly string[] {
  const diagnostics = document.diagnostics.map((diagnostic) => diagnosticHeadline(diagnostic, view.style));
  const held = wholePlanGuards(document).map(({ address, ...guard }) =>
    heldText(
      address === undefined || guard.message.includes(address)
        ? guard
        : { ...guard, message: `${view.nameOf(address)}: ${guard.message}` },
      view,
    ),
  );
  return [...held, ...diagnostics.flat()];
}

/** Deletes and access changes by name: below a long plan, they are out of sight when docform asks. */
function repeatedLines(document: PlanDocument, { style, nameOf }: PlanView): readonly string[] {
  const deletes = document.changes.filter(({ action }) => action === "delete").map(({ address }) => address);
  const access = accessChanges(document);
  return [
    ...(deletes.length === 0 ? [] : [`${style.red("Deletes:")} ${namesText(deletes, nameOf)}`]),
    ...(access.length === 0 ? [] : [`${style.yellow("Changes access:")} ${namesText(access, nameOf)}`]),
  ];
}

function lastLines(
  document: PlanDocument,
  { style, nameOf }: PlanView,
  command: PlanCommand,
): readonly string[] {
  const { partial, summary } = document;
  return [
    ...(partial === undefined ? [] : [partialText(partial, nameOf)]),
    style.bold(summaryLine(document, command.undoes)),
    ...(hasChanges(summary) ? [digestLine(document, command)] : []),
  ];
}
