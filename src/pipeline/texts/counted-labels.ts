import { markdownCode } from "../../render/markdown/markdown-text.ts";
import { terminalText } from "../../render/safe-text.ts";
import type { PullRequest } from "../../service/service.ts";

/** A label that counts, and the person who set it. */
export interface CountedLabel {
  readonly label: string;
  readonly by: string;
}

/** Which labels of a pull request count for docform. */
export interface CountedLabels {
  readonly counted: readonly CountedLabel[];
  /** Labels for docform that do not count, and why. */
  readonly others: readonly { readonly label: string; readonly why: string }[];
}

/** The labels of a pull request that are for docform. */
export function labelsForDocform({ labels }: Pick<PullRequest, "labels">): readonly string[] {
  return labels.filter((label) => /^docform\//i.test(label.trim()));
}

/**
 * A label counts when a person other than the author set it last: nobody lets a change of their own pass. `setters` has
 * the person by label; a label without one was set by a program, or nobody knows by whom.
 */
export function countedLabels(
  pull: Pick<PullRequest, "labels" | "author">,
  setters: ReadonlyMap<string, string>,
): CountedLabels {
  const counted: CountedLabel[] = [];
  const others: { label: string; why: string }[] = [];
  for (const label of labelsForDocform(pull)) {
    const by = setters.get(label);
    if (by === undefined) others.push({ label, why: "a program set it, or nobody knows who did" });
    else if (by.toLowerCase() === pull.author?.toLowerCase())
      others.push({ label, why: "the author of the pull request set it" });
    else counted.push({ label, by });
  }
  return { counted, others };
}

/** The names of labels that count. */
export function labelNames({ counted }: CountedLabels): readonly string[] {
  return counted.map(({ label }) => label);
}

/** Lines of a comment that stand for labels each. */
const mostLines = 10;

/** The people whose labels let something pass, for a comment. Nobody is notified: names are code. */
export function letPassLines(
  { counted, others }: CountedLabels,
  unused: readonly string[],
): readonly string[] {
  const used = counted.filter(({ label }) => !unused.includes(label));
  return [
    ...used.map(({ label, by }) => `Let pass by ${markdownCode(`@${by}`)}: ${markdownCode(label)}.`),
    ...others.map(({ label, why }) => `Does not count: ${markdownCode(label)}; ${why}.`),
  ].slice(0, mostLines);
}

/** The labels that do not count, for the log. */
export function othersText({ others }: CountedLabels): string {
  return others
    .map(({ label, why }) => `The label ${terminalText(label)} does not count: ${why}.\n`)
    .join("");
}
