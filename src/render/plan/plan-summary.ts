import type { PlanDocument, Summary } from "../../model/documents/plan-document.ts";
import { keptByUndo, notUndone } from "../../undo/undo-plan.ts";
import { askedWords, commandsLike, type GivenOptions } from "../command-to-copy.ts";
import { terminalText } from "../safe-text.ts";
import { undeclaredCount } from "../undeclared-view.ts";
import { counted, listed } from "../words.ts";

/** Hexadecimal digits of a digest for people: enough to tell plans apart, few enough to read. */
export const digits = 16;

/** Does the plan do anything? */
export function hasChanges({ create, update, delete: deletes, move, restore, adopt }: Summary): boolean {
  return create + update + deletes + move + restore + adopt > 0;
}

/** The greppable line: `Plan: 1 to add, 2 to change, 0 to delete, 1 to move. 6 API calls.` */
export function summaryLine(document: PlanDocument, undoes?: string): string {
  const { summary, partial, waiting = [] } = document;
  if (hasChanges(summary)) return plannedText(summary);
  const stops = stopsOf(summary);
  const left = undeclaredCount(document.noLongerDeclared);
  if (stops.length > 0) return ["No changes to make.", ...stops].join(" ");
  if (left !== undefined) return `No changes to what is declared. ${left}.`;
  // The excluded part was not planned, or differs.
  if (partial !== undefined) return "No changes in this part.";
  const apart = [
    ...(waiting.some(({ requested }) => requested === undefined) ? ["people who have not joined yet"] : []),
    ...(waiting.some(({ requested }) => requested !== undefined) ? ["what administrators decide on"] : []),
    ...(notUndone(document).length === 0 ? [] : ["what cannot be undone"]),
    ...(keptByUndo(document).length === 0 ? [] : ["what was changed after the run"]),
  ];
  const start = apart.length === 0 ? "The" : `Apart from ${listed(apart)}, the`;
  return `No changes. ${start} platform is as ${wantedText(undoes)}.`;
}

/** The counts of a plan, as a heading: `docform plan: 1 to add, 2 to change, 1 to move`. */
export function planHeadline(document: PlanDocument): string {
  const { summary } = document;
  if (!hasChanges(summary)) return summaryLine(document);
  return `docform plan: ${countTexts(summary)
    .filter((text) => !text.startsWith("0 "))
    .join(", ")}`;
}

/** The counts of a plan, with its impossible and held changes; also for a plan without changes. */
export function plannedText(summary: Summary): string {
  const calls = `${counted(summary.calls, "API call")}.`;
  return [`Plan: ${countTexts(summary).join(", ")}.`, ...seatsOf(summary), ...stopsOf(summary), calls].join(
    " ",
  );
}

/** The mails of a plan, and the seats that they cost. */
function seatsOf({ invited = 0 }: Summary): readonly string[] {
  if (invited === 0) return [];
  return [
    `${counted(invited, "person", "people")} invited by mail: up to ${counted(invited, "paid seat")} more.`,
  ];
}

function stopsOf({ held, blocked }: Pick<Summary, "held" | "blocked">): readonly string[] {
  return [...(held > 0 ? [`${held} held.`] : []), ...(blocked > 0 ? [`${blocked} blocked.`] : [])];
}

/** The target of a plan, in words: the manifests, or the state before the run that is undone. */
export function wantedText(undoes: string | undefined): string {
  return undoes === undefined ? "the manifests say" : `it was before the run ${terminalText(undoes)}`;
}

/** `1 to add`, `2 to change`, `0 to delete`, `1 to move`; restores and adoptions only where there are any. */
function countTexts(summary: Summary): readonly string[] {
  const { create, update, delete: deletes, final, move, restore, adopt } = summary;
  const finals = final > 0 ? ` (${final} cannot be undone)` : "";
  return [
    `${create} to add`,
    `${update} to change`,
    `${deletes} to delete${finals}`,
    `${move} to move`,
    ...(restore > 0 ? [`${restore} to restore`] : []),
    ...(adopt > 0 ? [`${adopt} to adopt`] : []),
  ];
}

/** `Partial: only teams.docs, and what it depends on. Left out: 3 changes and 4 API calls.` */
export function partialText(
  { targets, leftOut }: NonNullable<PlanDocument["partial"]>,
  nameOf: (address: string) => string,
): string {
  const them = targets.length === 1 ? "what it depends on" : "what they depend on";
  const counts = `${counted(leftOut.changes, "change")} and ${counted(leftOut.calls, "API call")}`;
  return `Partial: only ${listed(targets.map(nameOf))}, and ${them}. Left out: ${counts}.`;
}

/** The command that made a plan. */
export interface PlanCommand {
  /** The run that the plan takes back. */
  readonly undoes?: string;
  /** The options of the command line that made the plan. */
  readonly given?: GivenOptions;
  /** Does it run without asking? */
  readonly yes?: boolean;
  /** Does it run without a rehearsal? */
  readonly isUnrehearsed?: boolean;
}

/**
 * The command that runs exactly this plan, with the `--allow` options for its guards. Undefined when a guard
 * holds it that no option allows.
 */
export function applyCommand(
  { digest, guards, partial }: PlanDocument,
  { undoes, given = {}, yes = false, isUnrehearsed = false }: PlanCommand = {},
): string | undefined {
  if (guards.some((guard) => guard.held && !isOption(guard.allow))) return undefined;
  const allowed = guards.flatMap(({ allow = "" }) => (isOption(allow) ? [allow] : []));
  const targets = (partial?.targets ?? []).flatMap((target) => ["--target", target]);
  return commandsLike(given)(
    ...(undoes === undefined ? ["apply"] : ["undo", undoes]),
    ...(isUnrehearsed ? ["--no-rehearse"] : []),
    ...(yes ? ["--yes"] : []),
    ...["--expect", digest.slice(0, digits), ...targets],
    ...[...new Set(allowed)].flatMap((option) => option.split(" ")),
    ...askedWords(given),
  );
}

function isOption(allow: string | undefined): boolean {
  return allow?.startsWith("--") === true;
}

/** The last line: the digest, and the command to run next. */
export function digestLine(document: PlanDocument, given: PlanCommand): string {
  const { says, command } = nextStep(document, given);
  const next = command ? `${says}: ${command}` : says;
  return `Digest ${terminalText(document.digest.slice(0, 8))}…   ${next}`;
}

/** The next step for a plan with changes, and its command; undefined when no option allows the plan. */
export function nextStep(
  document: PlanDocument,
  given: PlanCommand,
): { readonly says: string; readonly command?: string } {
  const command = applyCommand(document, given);
  const [name, verb] = given.undoes === undefined ? ["apply", "Apply"] : ["undo", "Undo"];
  if (!command) return { says: `Held: ${name} runs nothing until what holds it is settled` };
  const held = document.guards.some((guard) => guard.held);
  return { says: held ? `Held. To ${name} exactly this anyway` : `${verb} exactly this`, command };
}

/**
 * The options to show to readers of a shared plan. They have a token of their own, and not this token file.
 */
export function sharedOptions({ tokenFile: _, ...shared }: GivenOptions): GivenOptions {
  return shared;
}
