import type { Diagnostic } from "../core/diagnostic.ts";
import { type LostCreate, together, type Unrecorded } from "../core/recover.ts";
import type { Io } from "../io.ts";
import { countsOf, inDoubtIn, type Journal } from "../record/journal.ts";
import type { Scene } from "../record/record.ts";
import { runIds } from "../record/runs.ts";
import { counted } from "../render/words.ts";
import { readWhole } from "./find-run.ts";
import type { CommonOptions } from "./options.ts";
import { showDiagnostics } from "./output.ts";
import { Stop } from "./project.ts";
import { runsFolder } from "./run-folder.ts";
import { isCreate, madeIn } from "./run-made.ts";

/** Milliseconds after which a call that was on its way is carried out, or never will be. */
const settleTime = 5000;

/** Journals that are looked at: those of runs that were broken off one after the other. */
const mostRuns = 20;

/**
 * Looks at the last runs: what they made and could not record, and which of their creates are in doubt. Says when the
 * last one did not end. With `settle`, waits as long as its calls may still be carried out.
 */
export async function recoverRuns(
  io: Io,
  options: CommonOptions,
  { settle }: { readonly settle: boolean },
): Promise<readonly LeftByRun[]> {
  const journals = await brokenOff(io, options);
  const [last] = journals;
  if (last !== undefined && last.end === undefined) tell(io, options, unendedText(last));
  if (settle) await waitFor(io, journals.flatMap(inDoubtIn));
  // The oldest first: what a later run made of an address counts.
  return [...journals].reverse().map(leftBy);
}

/** What a run left, and where it ran. */
export interface LeftByRun extends Unrecorded {
  readonly scene: Scene;
}

/** What runs left on a platform and organizations; undefined when that is nothing. */
export function leftOn(all: readonly LeftByRun[], { baseUrl, organizations }: Scene): Unrecorded | undefined {
  const isThere = ({ scene }: LeftByRun): boolean =>
    scene.baseUrl === baseUrl &&
    Object.entries(scene.organizations).every(([alias, id]) => organizations[alias] === id);
  const here = all.filter(isThere);
  return here.some(({ made, lost }) => made.size + lost.length > 0) ? together(here) : undefined;
}

/** Journals from the last one back to the last that has ended. One that cannot be read is told. */
async function brokenOff(io: Io, options: CommonOptions): Promise<readonly Journal[]> {
  const folder = runsFolder(io, options);
  const found: Journal[] = [];
  const ids = await runIds(io.disk, folder);
  for (const id of [...ids].reverse().slice(0, mostRuns)) {
    try {
      const journal = await readWhole(io, folder, id);
      if (journal === undefined) continue;
      found.push(journal);
      if (journal.end !== undefined) break;
    } catch (problem) {
      if (!(problem instanceof Stop)) throw problem;
      tell(io, options, {
        ...problem.diagnostics[0],
        code: "DF5032",
        severity: "warning",
        message: problem.message,
      });
    }
  }
  return found;
}

function tell(io: Io, options: CommonOptions, diagnostic: Diagnostic): void {
  if (options.logLevel !== "error") showDiagnostics(io, "text", [diagnostic]);
}

function unendedText(journal: Journal): Diagnostic {
  const { header } = journal;
  const { done, doubt, unknown } = countsOf(journal);
  const calls = `${done} of ${counted(header.calls, "call")} done, ${doubt + unknown} in doubt`;
  const message = `the last run ${header.run} did not end: ${calls}`;
  const hint = `the plan reads what was done; docform runs show ${header.run} lists the calls`;
  return { code: "DF5031", severity: "warning", message, hint };
}

async function waitFor(io: Io, doubts: readonly { readonly at: string }[]): Promise<void> {
  const last = Math.max(...doubts.map(({ at }) => Date.parse(at)));
  // A clock that was set back must not make anybody wait longer than it takes.
  const left = Math.min(last + settleTime - io.now(), settleTime);
  if (left > 0) await io.sleep(left);
}

function leftBy(journal: Journal): LeftByRun {
  const kindAt = new Map(journal.header.changes.map(({ address, kind }) => [address, kind]));
  const lost = inDoubtIn(journal).flatMap(({ address, operation, params, body }): readonly LostCreate[] => {
    const kind = kindAt.get(address);
    return kind !== undefined && isCreate(kind, operation)
      ? [{ address, kind, operation, params, body }]
      : [];
  });
  const made = madeIn(journal);
  const { platform, organizations } = journal.header;
  return {
    scene: { baseUrl: platform.baseUrl, organizations },
    // A run that has ended and looked what is left wrote its record.
    made: new Map(
      journal.end?.converged === undefined ? made.map(({ address, ...one }) => [address, one]) : [],
    ),
    taken: new Set(made.map(({ kind, id }) => `${kind} ${id}`)),
    lost,
    there: new Map(
      journal.there.map(({ organization, kind, ids }) => [`${organization} ${kind}`, new Set(ids)]),
    ),
  };
}
