import type { Project } from "../manifest/load/load-project.ts";
import { isSelected, labelValues, type Selector, selectorText, unknownInSelector } from "../model/labels.ts";
import { type Stop, stop } from "../model/stop.ts";

/**
 * Aliases of the organizations that `--select` chooses. Throws `Stop` for a label or a value that no organization has,
 * and when none fits: a mistyped label must not look like nothing to do.
 */
export function selectedOrganizations(
  { labels }: Pick<Project, "labels">,
  selector: Selector,
): ReadonlySet<string> {
  const unknown = unknownInSelector(selector, labelValues(labels.values()));
  const fitting = [...labels].filter(([, own]) => isSelected(selector, own)).map(([alias]) => alias);
  if (unknown === undefined && fitting.length > 0) return new Set(fitting);
  if (unknown === undefined) throw fitsNothing(selector);
  const { problem, near, known } = unknown;
  const names =
    known.length === 0 ? "docform.yaml gives none a label" : `there are: ${known.slice(0, 20).join(", ")}`;
  throw stop("DF2021", `--select: ${problem}`, {
    hint: near === undefined ? names : `did you mean ${near}?`,
  });
}

/** No organization with manifests fits; `of`: none of those that are also chosen otherwise. */
export function fitsNothing(selector: Selector, of = ""): Stop {
  const hint = "docform.yaml and its table hold the labels; an organization without manifests is not counted";
  return stop("DF2021", `--select: no organization${of} fits ${selectorText(selector)}`, { hint });
}
