import type { Io } from "../../io/io.ts";
import { type ExitCode, exitCode, type Stop, stop } from "../../model/stop.ts";
import { hasPlaces, openPlaces, type StateOf } from "../../project/places.ts";
import { type OrganizationOptions, openState, stateSettings } from "../../project/state.ts";
import { terminalText } from "../../render/safe-text.ts";
import { counted } from "../../render/words.ts";
import type { LockOptions } from "../../runs/project-lock.ts";
import type { Backend } from "../../state/backend.ts";
import { type Migrated, migrate, NothingToMove } from "../../state/migrate.ts";
import { changingState } from "./locked-state.ts";

/** A place that state is moved from or to: the folder .docform, or the place of docform.yaml. */
type StatePlace = "local" | "configured";

/** Options of `docform state migrate`. */
export interface MigrateOptions extends LockOptions, OrganizationOptions {
  readonly from?: StatePlace;
  readonly to?: StatePlace;
  readonly force?: boolean;
}

/**
 * `docform state migrate`: copies the record and the journals between the folder .docform and the place that
 * docform.yaml names, and reads them back. The source stays as it is.
 */
export async function migrateState(io: Io, options: MigrateOptions): Promise<ExitCode> {
  sourceOf(options);
  const settings = await stateSettings(io, options);
  if (settings.state === "local") throw bothLocal();
  const { organizations, organizationIds = {} } = settings.desired;
  if (!hasPlaces(settings)) return migrateOne(io, options, settings);
  // Each organization takes its part of the place of the whole project along.
  const skipped: NothingToMove[] = [];
  for (const organization of organizations) {
    const own = { ...settings, desired: { organizationIds, organizations: [organization] } };
    await migrateOne(io, options, own).catch((problem: unknown) => {
      if (!(problem instanceof NothingToMove)) throw problem;
      skipped.push(problem);
    });
  }
  const [first] = skipped;
  if (first !== undefined && skipped.length === organizations.length) throw first;
  return exitCode.done;
}

async function migrateOne(io: Io, options: MigrateOptions, settings: StateOf): Promise<ExitCode> {
  const source = sourceOf(options);
  return changingState(io, options, "state migrate", async ({ lock, onEnd, beginWriting }) => {
    const configured = await openState(io, options, settings);
    onEnd(configured.close);
    const local = await openPlaces(io, options, { ...settings, state: "local" });
    onEnd(local.close);
    // The folder's is always first, so that two commands do not wait for each other.
    const locks = [await lock(local), await lock(configured)] as const;
    for (const { demand } of locks) demand();
    const [from, to] = source === "local" ? [local, configured] : [configured, local];
    const { id } = locks[to === local ? 0 : 1];
    const migrated = await migrate(from, to, { lockId: id, force: options.force === true, beginWriting });
    io.stderr.write(migratedText(from, to, migrated));
    return exitCode.done;
  });
}

/** The place to copy from. One of the two options is enough: there are two places. */
function sourceOf({ from, to }: MigrateOptions): StatePlace {
  if (from === undefined && to === undefined)
    throw stop("DF5001", "state migrate needs --from or --to", {
      hint: "--from local moves into the place of docform.yaml, --to local back into the folder .docform",
    });
  if (from === "local" && to === "local") throw bothLocal();
  if (from === to) throw stop("DF5001", "state migrate cannot move from a place into itself");
  return from ?? (to === "local" ? "configured" : "local");
}

function bothLocal(): Stop {
  return stop("DF5001", "the state is to move from the folder .docform into itself", {
    hint: "write into docform.yaml where it is to be, such as state: { git: {} }",
  });
}

function migratedText(from: Backend, to: Backend, { hasRecord, runs, leftOut }: Migrated): string {
  const what = [...(hasRecord ? ["the record"] : []), ...(runs === 0 ? [] : [counted(runs, "run")])].join(
    " and ",
  );
  const lines = [
    `Copied ${what} from ${from.place} to ${to.place}, and read it back: it is the same.`,
    ...(leftOut === 0
      ? []
      : [`Left out ${counted(leftOut, "older run")}: ${to.place} keeps the last ${to.runs.kept.most} only.`]),
    `What is in ${from.place} stays as it is${from.isShared ? "" : ": remove it when the next plan is as expected"}.`,
  ];
  return lines.map((line) => `${terminalText(line)}\n`).join("");
}
