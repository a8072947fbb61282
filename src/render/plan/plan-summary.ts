import type { PlanDocument, Summary } from "../../model/documents/plan-document.ts";
import { notUndone } from "../../undo/what-cannot-come-back.ts";
import { askedWords, commandsLike, type GivenOptions } from "../command-to-copy.ts";
import { terminalText } from "../safe-text.ts";
import { counted, listed } from "../words.ts";

/** Hexadecimal digits of the digest in a command: enough to tell plans apart, few enough to read. */
const digits = 16;

/** Does the plan do anything? */
export function hasChanges({ create, update, delete: deletes, move, restore, adopt }: Summary): boolean {
  return create + update + deletes + move + restore + adopt > 0;
}

/** The greppable line: `Plan: 1 to add, 2 to change, 0 to delete, 1 to move. 6 API calls.` */
export function summaryLine(document: PlanDocument, undoes?: string): string {
  const { summary, partial } = document;
  if (hasChanges(summary)) return plannedText(summary);
  const stops = stopsOf(summary);
  if (stops.length > 0) return ["No changes to make.", ...stops].join(" ");
  // Nobody looked at what was left out, or it differs.
  if (partial !== undefined) return "No changes in this part.";
  const start = notUndone(document).length === 0 ? "The" : "Apart from what cannot be undone, the";
  return `No changes. ${start} platform is as ${wantedText(undoes)}.`;
}

/** What a plan comes to, as the head of a document: `docform plan: 1 to add, 2 to change, 0 to delete, 1 to move`. */
export function planHeadline(document: PlanDocument): string {
  const { summary } = document;
  return hasChanges(summary) ? `docform plan: ${countsText(summary)}` : summaryLine(document);
}

/** What a plan does, with what it cannot do or is held for; also when that is nothing. */
export function plannedText(summary: Summary): string {
  const calls = `${counted(summary.calls, "API call")}.`;
  return [`Plan: ${countsText(summary)}.`, ...stopsOf(summary), calls].join(" ");
}

function stopsOf({ held, blocked }: Pick<Summary, "held" | "blocked">): readonly string[] {
  return [...(held > 0 ? [`${held} held.`] : []), ...(blocked > 0 ? [`${blocked} blocked.`] : [])];
}

/** What the platform shall be like: as the manifests say, or as it was before a run that is undone. */
export function wantedText(undoes: string | undefined): string {
  return undoes === undefined ? "the manifests say" : `it was before the run ${terminalText(undoes)}`;
}

/** `1 to add, 2 to change, 0 to delete, 1 to move`; restores and adoptions only where there are any. */
export function countsText(summary: Summary): string {
  const { create, update, delete: deletes, final, move, restore, adopt } = summary;
  return [
    `${create} to add`,
    `${update} to change`,
    `${deletes} to delete${final > 0 ? ` (${final} of them final)` : ""}`,
    `${move} to move`,
    ...(restore > 0 ? [`${restore} to restore`] : []),
    ...(adopt > 0 ? [`${adopt} to adopt`] : []),
  ].join(", ");
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

/** What a command says of a plan, besides the plan itself. */
export interface PlanCommand {
  /** The run that the plan takes back. */
  readonly undoes?: string;
  /** What the command line says that made the plan. */
  readonly given?: GivenOptions;
  /** Does it run without asking? */
  readonly yes?: boolean;
  /** Does it run without a rehearsal? */
  readonly isUnrehearsed?: boolean;
}

/**
 * What runs exactly this plan, with the options that let its guards pass; undefined when a guard holds it that
 * no option lets pass.
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

/** The last line: the digest, and what to do with it. */
export function digestLine(document: PlanDocument, given: PlanCommand): string {
  const { says, command } = nextStep(document, given);
  const next = command === undefined ? says : `${says}: ${command}`;
  return `Digest ${terminalText(document.digest.slice(0, 8))}…   ${next}`;
}

/** What to do with a plan that changes something, and the command for it; none where no option lets it pass. */
export function nextStep(
  document: PlanDocument,
  given: PlanCommand,
): { readonly says: string; readonly command?: string } {
  const command = applyCommand(document, given);
  const [name, verb] = given.undoes === undefined ? ["apply", "Apply"] : ["undo", "Undo"];
  if (!command) return { says: `Held: ${name} runs nothing until what holds it is settled` };
  const held = document.guards.some((guard) => guard.held);
  return { says: held ? `Held. To ${name} exactly this all the same` : `${verb} exactly this`, command };
}

/** What is said of the command line to those who read a plan elsewhere: they have a token, and not this file of one. */
export function sharedOptions({ tokenFile: _, ...shared }: GivenOptions): GivenOptions {
  return shared;
}
