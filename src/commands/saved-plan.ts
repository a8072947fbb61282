import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { error } from "../core/diagnostic.ts";
import { canonicalJson } from "../core/json.ts";
import { type PlanDocument, planDocument } from "../core/plan-document.ts";
import type { Io } from "../io.ts";
import { exitCode } from "./exit-code.ts";
import { whyFileFailed } from "./file-problem.ts";
import { Stop } from "./project.ts";

/** Characters of a digest that `--expect` needs at least. */
const shortestDigest = 16;

/** Reads a file that `plan --out` wrote. Throws `Stop` when it is not one. */
export async function readSavedPlan(io: Io, file: string): Promise<PlanDocument> {
  const path = resolve(io.cwd, file);
  const text = await readFile(path, "utf8").catch((problem: unknown) => {
    throw new Stop([error("DF5004", `cannot read ${file}: ${whyFileFailed(problem)}`)]);
  });
  const hint = "make a new one with docform plan --out FILE";
  try {
    const read = planDocument.safeParse(JSON.parse(text));
    if (read.success) return read.data;
  } catch {
    // Not JSON: said below, like any other file that is no plan.
  }
  throw new Stop([error("DF5003", `${file} is not a plan of this version of docform`, { hint })]);
}

/** Throws `Stop` with exit code 4 when what would be done is not what was reviewed. */
export function checkExpected(
  planned: PlanDocument,
  saved: PlanDocument | undefined,
  expected: string | undefined,
): void {
  if (expected !== undefined) checkDigest(planned, expected);
  if (saved === undefined || saved.digest === planned.digest) return;
  if (saved.platform.baseUrl !== planned.platform.baseUrl) {
    const message = `the plan is for ${saved.platform.baseUrl}, and this project is on ${planned.platform.baseUrl}`;
    throw new Stop([error("DF5003", message, { hint: "use the plan file of this platform" })]);
  }
  const names = differing(saved, planned);
  const what = names.length === 0 ? "the order of the calls" : names.join(", ");
  throw stale(`the plan that was reviewed is no longer what would be done; different: ${what}`);
}

function checkDigest(planned: PlanDocument, expected: string): void {
  if (expected.length < shortestDigest || !/^[0-9a-f]+$/.test(expected)) {
    const message = `--expect takes at least ${shortestDigest} hexadecimal characters of a digest`;
    throw new Stop([error("DF5001", message, { hint: "copy it from the last line of docform plan" })]);
  }
  if (planned.digest.startsWith(expected)) return;
  throw stale(
    `the plan has the digest ${planned.digest.slice(0, shortestDigest)}…, not the one that was reviewed`,
  );
}

function stale(message: string): Stop {
  const hint = "run docform plan again and review what it shows";
  return new Stop([error("DF3006", message, { hint })], undefined, exitCode.stale);
}

/** Addresses whose steps are not the same in both plans. */
function differing(a: PlanDocument, b: PlanDocument): readonly string[] {
  const [left, right] = [effects(a), effects(b)];
  const addresses = new Set([...left.keys(), ...right.keys()]);
  return [...addresses].filter((address) => left.get(address) !== right.get(address)).sort();
}

function effects({ steps }: PlanDocument): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { address, operation, params, body } of steps) {
    texts.set(address, `${texts.get(address) ?? ""}${canonicalJson({ operation, params, body })}`);
  }
  return texts;
}
