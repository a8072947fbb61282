import { z } from "zod";
import type { Service } from "../service.ts";
import { accountOf, isBy } from "./account.ts";
import type { GithubClient } from "./client.ts";

const answer = z.object({
  event: z.string(),
  actor: z.object({ login: z.string(), type: z.string() }).nullish(),
  label: z.object({ name: z.string() }).nullish(),
});

/** Reads the labels of a pull request of GitHub from its events, the oldest first. */
export function labelsOnGithub(client: GithubClient): Pick<Service, "labelSetters"> {
  const { octokit, ask, at } = client;
  return {
    labelSetters: async (pull) => {
      const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/events";
      const events = await ask(
        { to: `list the events of pull request ${pull}`, needs: "pull-requests: write" },
        () => octokit.paginate(route, { ...at, issue_number: pull, per_page: 100 }),
        z.array(answer),
      );
      const account = await accountOf(client);
      const setters = new Map<string, string>();
      for (const { event, actor, label } of events) {
        if (event !== "labeled" || !label) continue;
        setters.delete(label.name);
        if (actor?.type === "User" && !isBy(actor, account)) setters.set(label.name, actor.login);
      }
      return setters;
    },
  };
}
