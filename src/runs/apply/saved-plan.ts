import { join, resolve } from "node:path";
import { editions } from "../../contract/edition.ts";
import { operationsIn } from "../../contract/operations.ts";
import { hash } from "../../io/hash.ts";
import type { Io } from "../../io/io.ts";
import { readNamed } from "../../io/read-named.ts";
import { version } from "../../io/version.ts";
import { kindsOf } from "../../kinds/kinds-of.ts";
import { type PlanDocument, planDocument, planFormatVersion } from "../../model/documents/plan-document.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { exitCode, stop } from "../../model/stop.ts";
import { checksumOf, digestOf } from "../../planner/preconditions/saved-plan.ts";
import { effectsText } from "../../render/plan/effects-text.ts";
import { equalJson, isObject, type JsonObject, parseJson } from "../../text/json.ts";
import { mask } from "../../text/redaction.ts";
import { shellWord } from "../../text/shell-word.ts";

/** The file of a saved plan; of a folder, each plan in it. Throws `Stop` for a folder without plans. */
export async function planFilesIn(io: Io, file: string): Promise<readonly string[]> {
  const entry = await io.disk.entry(resolve(io.cwd, file)).catch(() => undefined);
  if (entry?.type !== "folder") return [file];
  const names = await io.disk.names(resolve(io.cwd, file));
  const plans = names.filter((name) => name.endsWith(".json")).sort();
  if (plans.length > 0) return plans.map((name) => join(file, name));
  throw stop("DF5003", `the folder ${file} has no plan`, { hint: "docform plan --out FOLDER writes them" });
}

/** Reads a file that `plan --out` wrote. Throws `Stop` when it is not one, or when somebody edited it. */
export async function readSavedPlan(io: Io, file: string): Promise<PlanDocument> {
  const text = await readNamed(io, file).catch((problem: unknown) => {
    throw stop("DF5004", `cannot read ${file}: ${whyFileFailed(problem)}`);
  });
  const read = readPlan(text);
  if (typeof read !== "string") return read;
  const hint = "make a new one with docform plan --out FILE, and review that";
  throw stop("DF5003", `${file} ${read}`, { hint });
}

/**
 * Throws `Stop` when `--env` differs from the environment of the saved plan: platform and rules could differ.
 */
export function refuseOtherEnvironment(
  file: string,
  { environment }: PlanDocument,
  asked: string | undefined,
): void {
  if (environment === asked) return;
  const given = asked === undefined ? "no --env was given" : `--env says ${asked}`;
  const [own, hint] =
    environment === undefined
      ? [
          "was made without --env",
          `make a new one with docform plan --env ${shellWord(asked ?? "")} --out FILE`,
        ]
      : [`is for the environment ${environment}`, `give --env ${environment}`];
  throw stop("DF5003", `${file} ${own}, and ${given}`, {
    hint: `${hint}, or take the plan file of the environment that is meant`,
  });
}

/** Parses a saved plan, or returns the reason why this version of docform cannot run it. */
export function readPlan(text: string): PlanDocument | string {
  const data = parseJson(text);
  if (!isObject(data) || !isObject(data.tool) || data.tool.name !== "docform") return "is not a plan";
  const by = `docform ${String(data.tool.version)}`;
  if (data.formatVersion !== planFormatVersion)
    return `is a plan of format ${String(data.formatVersion)}, made by ${by}; docform ${version} reads format ${planFormatVersion}`;
  if (data.checksum !== checksumOf(data, hash)) return "was changed after docform wrote it";
  const read = planDocument.safeParse(data);
  if (!read.success || !isKnown(read.data) || !isWhole(data, read.data))
    return `was made by ${by}, and docform ${version} does not know all that is in it`;
  // The digest covers the steps as written, so that fields unknown to this version are part of the review.
  const steps = data.steps as PlanDocument["steps"];
  if (digestOf({ ...read.data, steps }, hash) === read.data.digest) return read.data;
  return text.includes(mask)
    ? `was printed with ${mask} in place of secrets; plan --out FILE writes one that can be applied`
    : "was changed: its digest is that of another plan";
}

/**
 * Whether this version understands every field of the calls and preconditions. An unknown field would be
 * dropped without a word.
 */
function isWhole(written: JsonObject, { steps, observed }: PlanDocument): boolean {
  return equalJson(steps, written.steps) && equalJson(observed, written.observed);
}

/** Whether all operations and kinds are known, in some edition, and the plan has preconditions. */
function isKnown({ steps, changes, observed }: PlanDocument): boolean {
  const names = new Set(editions.flatMap((edition) => kindsOf(edition).all.map(({ name }) => name)));
  const hasCall = ({ operation, method, path }: PlanDocument["steps"][number]): boolean =>
    editions.some((edition) => {
      const known = operationsIn(edition)[operation];
      return known?.method === method && known.path === path;
    });
  const seen = Object.values(observed ?? {}).flatMap(({ kind }) => kind ?? []);
  const isSeen = observed !== undefined && seen.every((kind) => names.has(kind));
  return isSeen && changes.every(({ kind }) => names.has(kind)) && steps.every(hasCall);
}

/** Characters of a digest that `--expect` needs at least. */
export const shortestDigest = 16;

/** The command line that shows the plan, and whether its plan can be saved and applied later. */
export interface Showing {
  readonly shownBy: string;
  readonly canBeSaved: boolean;
}

/** Throws `Stop` with exit code 4 when the digest of the plan differs from the reviewed one. */
export function checkDigest(
  document: PlanDocument,
  expected: readonly string[] = [],
  { shownBy, canBeSaved }: Showing,
): void {
  if (expected.length === 0) return;
  if (expected.some((one) => one.length < shortestDigest || !/^[0-9a-f]+$/.test(one))) {
    const message = `--expect takes at least ${shortestDigest} hexadecimal characters of a digest`;
    throw stop("DF5001", message, { hint: `copy the digest after --expect from the output of ${shownBy}` });
  }
  const { digest } = document;
  if (expected.some((one) => digest.startsWith(one))) return;
  const message = `the plan has the digest ${digest.slice(0, shortestDigest)}…, not the one that was reviewed; ${effectsText(document)}`;
  const saved = "; a plan saved with --out stays good while what it rests on does";
  const hint = `run ${shownBy} again and review what it shows${canBeSaved ? saved : ""}`;
  throw stop("DF3006", message, { hint }, exitCode.stale);
}
