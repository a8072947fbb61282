import { z } from "zod";
import { unlessMissing } from "../failure.ts";
import type { Service } from "../service.ts";
import type { GithubClient } from "./client.ts";

const answer = z.object({
  data: z.object({ status: z.enum(["ahead", "behind", "diverged", "identical"]) }),
});

/** Asks GitHub about commits: a checkout of a job seldom has the history. */
export function commitsOnGithub({ octokit, ask, at }: GithubClient): Pick<Service, "compare"> {
  return {
    compare: async (base, commit) => {
      const asked = {
        to: `compare the commits ${base.slice(0, 12)} and ${commit.slice(0, 12)}`,
        needs: "contents: read",
      };
      // The changed files, which may be many, are on the first page alone.
      const paging = { per_page: 1, page: 2 };
      const basehead = `${base}...${commit}`;
      const call = () =>
        octokit.request("GET /repos/{owner}/{repo}/compare/{basehead}", { ...at, basehead, ...paging });
      return (await ask(asked, call, answer).catch(unlessMissing))?.data.status;
    },
  };
}
