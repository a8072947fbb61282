import type { PlanDocument } from "../model/documents/plan-document.ts";

/** The outputs of a plan for later steps of a pipeline, by name. */
export type PlanOutputs = Readonly<
  Record<"changes" | "deletes" | "calls" | "blocked" | "held" | "digest" | "html", string>
>;

/** What a plan comes to; `html` is the path of its page. */
export function outputsOf({ summary, digest }: PlanDocument, html: string): PlanOutputs {
  const { create, update, move, restore, adopt, delete: deletes, calls, blocked, held } = summary;
  return {
    changes: String(create + update + move + restore + adopt + deletes),
    deletes: String(deletes),
    calls: String(calls),
    blocked: String(blocked),
    held: String(held),
    digest,
    html,
  };
}

/** The lines of the file at `GITHUB_OUTPUT`. */
export function githubOutput(outputs: PlanOutputs): string {
  return linesOf(outputs, (name) => name);
}

/** A dotenv report of GitLab, whose values become variables of later jobs. */
export function dotenv(outputs: PlanOutputs): string {
  return linesOf(outputs, (name) => `DOCFORM_${name.toUpperCase()}`);
}

/** No value has more than one line: numbers, a digest, and a path of docform's own. */
function linesOf(outputs: PlanOutputs, nameOf: (name: string) => string): string {
  return Object.entries(outputs)
    .map(([name, value]) => `${nameOf(name)}=${value}\n`)
    .join("");
}
