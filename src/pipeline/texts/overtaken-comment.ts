import { markdownCode } from "../../render/markdown/markdown-text.ts";
import { reviewIn } from "./review.ts";

/** The first words of the warning that an apply leaves in the comments of other pull requests. */
const before = "> **Planned before** ";

/**
 * The comment of a plan that was made before another one was applied: it says so, and keeps its review, which the apply
 * compares with the platform anyway. Undefined for a comment without a plan.
 */
export function overtakenComment(
  text: string,
  by: { readonly run: string; readonly pull?: string },
): string | undefined {
  if (reviewIn(text) === undefined) return undefined;
  const [mark = "", review = "", ...lines] = text.split("\n");
  const isMarked = lines[0] === "> [!WARNING]" && lines[1]?.startsWith(before) === true;
  const body = (isMarked ? lines.slice(2) : lines).join("\n").trimStart();
  const of = by.pull === undefined ? "" : ` of ${by.pull}`;
  const words = `${before}run ${markdownCode(by.run)}${of} was applied. Run this pipeline again to see the plan of now.`;
  return [mark, review, "> [!WARNING]", words, "", body].join("\n");
}
