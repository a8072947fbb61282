import type { Edition } from "../../../src/contract/edition.ts";
import { operationsIn } from "../../../src/contract/operations.ts";
import type { Step } from "../../../src/model/documents/plan-document.ts";
import type { Journal } from "../../../src/state/journal.ts";
import { asPlanned, stepsOf } from "../plan-calls.ts";
import { type JournalFile, readJournal } from "../state/journals.ts";
import type { Act, Story } from "../story.ts";
import { type Exchange, isMutating } from "../trace.ts";
import { type Invariant, outcomesIn, told } from "./invariant.ts";

/** After every story, the journals can be read, and say at least what was sent. */
export const journalValid: Invariant = {
  name: "journal prefix valid: it reads, has an intent before each call, and agrees with the report",
  ofAct: (act, story) => journalProblems(act, story),
};

/** The faults of the journals after a run, be it an apply or an undo. */
export function journalProblems(act: Act, { scenario }: Story): readonly string[] {
  const { edition } = scenario.project;
  return [...unreadable(act), ...withoutIntent(act, edition), ...disagreeing(act)].map(
    (problem) => `run ${act.run.number}: ${problem}`,
  );
}

function unreadable({ journals }: Act): readonly string[] {
  return journals.flatMap((file) => {
    const { problem } = readJournal(file);
    return problem === undefined ? [] : [`${file.path}: ${problem}`];
  });
}

/** Requests that arrived, and of which the disk knew nothing when they were sent. */
function withoutIntent({ exchanges, begun }: Act, edition: Edition): readonly string[] {
  const known = new Map<number, readonly Step[]>();
  return exchanges.flatMap((exchange) => {
    if (!isMutating(exchange) || exchange.arrivedAt === undefined) return [];
    if (begun === undefined || exchange.journal?.path !== begun.path)
      return [`${told(exchange)} was sent without a journal`];
    const { bytes } = exchange.journal;
    const intents = known.get(bytes) ?? intentsIn(begun, bytes, edition);
    known.set(bytes, intents);
    return hasIntent(exchange, intents) ? [] : [`${told(exchange)} was sent without an intent before it`];
  });
}

function hasIntent(exchange: Exchange, intents: readonly Step[]): boolean {
  return stepsOf(exchange, intents).length > 0;
}

/** The intents in the first bytes of a journal, as the steps that they name. */
function intentsIn(file: JournalFile, bytes: number, edition: Edition): readonly Step[] {
  const { journal } = readJournal(file, bytes);
  return [...(journal?.intents.values() ?? [])].flatMap(({ step, address, operation, params, body }) => {
    const { method, path } = operationsIn(edition)[operation] ?? {};
    if (method === undefined || path === undefined) return [];
    return asPlanned({
      id: step,
      address,
      operation,
      method,
      path,
      params,
      after: [],
      ...(body === undefined ? {} : { body }),
    });
  });
}

/** Outcomes are written before they are said, so that the journal of a crash may know more than its lines. */
function disagreeing(act: Act): readonly string[] {
  const journal = act.begun === undefined ? undefined : readJournal(act.begun).journal;
  if (journal === undefined) return [];
  // A disk that takes no more is said so, and what could not be written is missing.
  const isFull = act.plan.mishaps.disk !== undefined;
  const said = outcomesIn(act);
  const isOver = act.run.code !== undefined;
  return [
    ...missing(journal, said, isFull),
    ...(isOver ? unsaid(journal, said) : []),
    ...(isFull ? [] : unended(journal, isOver)),
  ];
}

type Said = ReturnType<typeof outcomesIn>;

/** Said of a step whose intent was written. */
function missing({ intents, outcomes }: Journal, said: Said, isFull: boolean): readonly string[] {
  return [...said].flatMap(([step, outcome]) => {
    const written = outcomes.get(step)?.outcome;
    if (written === outcome) return [];
    // An open step is in doubt, and a step that was never intended has no line.
    if (written === undefined && (outcome === "unknown" || !intents.has(step) || isFull)) return [];
    return [`step ${step} is said to be ${outcome}, and is ${written ?? "open"} in the journal`];
  });
}

function unsaid({ intents, outcomes }: Journal, said: Said): readonly string[] {
  return [...new Set([...intents.keys(), ...outcomes.keys()])].flatMap((step) =>
    said.has(step) ? [] : [`step ${step} is in the journal, and nothing is said of it`],
  );
}

function unended({ end }: Journal, isOver: boolean): readonly string[] {
  return isOver && end === undefined ? ["it ended, and its journal does not say so"] : [];
}
