import type { DriftDocument } from "../../model/documents/drift-document.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";

type OutputName =
  | ("changes" | "deletes" | "calls" | "blocked" | "waiting" | "held" | "digest" | "html")
  | ("matrix" | "units");

/** The outputs for later steps of a pipeline, by name: numbers, a digest, a path, a matrix of jobs. */
export type Outputs = Readonly<Partial<Record<OutputName, string>>>;

/** The outputs of a plan; `html` is the path of its page. */
export function outputsOf({ summary, digest, waiting = [] }: PlanDocument, html: string): Outputs {
  const { create, update, move, restore, adopt, delete: deletes, calls, blocked, held } = summary;
  return {
    changes: String(create + update + move + restore + adopt + deletes),
    deletes: String(deletes),
    calls: String(calls),
    blocked: String(blocked),
    waiting: String(waiting.length),
    held: String(held),
    digest,
    html,
  };
}

/** The output of drift: how many resources differ from the manifests. */
export function driftOutputs({ drifted, missing }: DriftDocument): Outputs {
  return { changes: String(drifted.length + missing.length) };
}

/** The lines of the file at `GITHUB_OUTPUT`. */
export function githubOutput(outputs: Outputs): string {
  return linesOf(outputs, (name) => name);
}

/** A dotenv report of GitLab, whose values become variables of later jobs. */
export function dotenv(outputs: Outputs): string {
  return linesOf(outputs, (name) => `DOCFORM_${name.toUpperCase()}`);
}

/** No value has more than one line: numbers, a digest, a path of docform's own, JSON in one line. */
function linesOf(outputs: Outputs, nameOf: (name: string) => string): string {
  return Object.entries(outputs)
    .map(([name, value]) => `${nameOf(name)}=${value}\n`)
    .join("");
}
