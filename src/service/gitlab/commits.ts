import { z } from "zod";
import { Stop } from "../../model/stop.ts";
import { Refused, unlessMissing } from "../failure.ts";
import type { Service } from "../service.ts";
import type { GitlabClient } from "./client.ts";

/** Asks GitLab about commits: a checkout of a job seldom has the history. */
export function commitsOnGitlab({ repositories, project, ask }: GitlabClient): Pick<Service, "compare"> {
  return {
    compare: async (base, commit) => {
      if (base === commit) return "identical";
      const asked = {
        to: `compare the commits ${base.slice(0, 12)} and ${commit.slice(0, 12)}`,
        needs: "the scope api or read_api",
      };
      const call = () => repositories.mergeBase(project, [base, commit]);
      const found = await ask(asked, call, z.object({ id: z.string() })).catch(unlessUnknown);
      if (found === undefined) return undefined;
      return found.id === base ? "ahead" : found.id === commit ? "behind" : "diverged";
    },
  };
}

/** GitLab answers 404 for commits without a common ancestor, and 400 for one that it does not have. */
function unlessUnknown(problem: unknown): undefined {
  const cause = problem instanceof Stop ? problem.cause : undefined;
  if (cause instanceof Refused && cause.status === 400 && /could not find ref/i.test(cause.message)) return;
  return unlessMissing(problem);
}
