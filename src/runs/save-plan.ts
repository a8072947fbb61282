import { hash } from "../io/hash.ts";
import { type Io, timeOf } from "../io/io.ts";
import { writeOutput } from "../io/write-whole.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { withChecksum } from "../planner/preconditions/saved-plan.ts";
import { renderJson } from "../render/json/json-text.ts";

/** A plan as JSON, with a checksum of the rest of it. */
export function planJson(document: PlanDocument): string {
  return renderJson(withChecksum(document, hash));
}

/** Writes a plan to a file, with the time, so that `docform apply FILE` runs it. */
export async function savePlan(io: Io, file: string, document: PlanDocument): Promise<void> {
  const createdAt = timeOf(io);
  await writeOutput(io, file, planJson({ ...document, createdAt }));
}
