import type { CiRun } from "./pipeline-run.ts";

/** The place of a job's commit among those that were last applied whole. */
export type CommitOrder =
  | { readonly is: "next" }
  /** A later merge was applied. */
  | { readonly is: "older"; readonly than: string }
  /** Neither follows the other, or the repository does not know the applied one any more. */
  | { readonly is: "beside"; readonly than: string };

/**
 * Compares the commit of a job with those that were last applied whole. An old job that is run again must not take back
 * what was merged later. The same commit again is the next one: an apply that failed goes on.
 */
export async function commitOrder(
  { pipeline, service }: CiRun,
  applied: readonly string[],
): Promise<CommitOrder> {
  const others = applied.filter((one) => one !== pipeline?.commit);
  if (pipeline === undefined || others.length === 0) return { is: "next" };
  const { compare } = await service(pipeline);
  const found: CommitOrder[] = [];
  for (const than of others) {
    const ancestry = await compare(than, pipeline.commit);
    if (ancestry === "behind") return { is: "older", than };
    if (ancestry !== "ahead" && ancestry !== "identical") found.push({ is: "beside", than });
  }
  return found[0] ?? { is: "next" };
}
