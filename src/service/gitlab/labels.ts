import { z } from "zod";
import type { Service } from "../service.ts";
import { accountOf } from "./account.ts";
import type { GitlabClient } from "./client.ts";

const answer = z.object({
  id: z.number(),
  action: z.string(),
  user: z.object({ id: z.number(), username: z.string() }).nullish(),
  /** Null when the label was deleted. */
  label: z.object({ name: z.string() }).nullish(),
});

/** The accounts that GitLab makes for the tokens of a project or a group. */
const tokenAccount = /^(?:project|group)_\d+_bot/;

/** Reads the labels of a merge request of GitLab from its events. */
export function labelsOnGitlab(client: GitlabClient): Pick<Service, "labelSetters"> {
  const { labelEvents, project, ask } = client;
  return {
    labelSetters: async (pull) => {
      const asked = {
        to: `list the label events of merge request ${pull}`,
        needs: "the scope api or read_api",
      };
      const events = await ask(
        asked,
        () => labelEvents.all(project, pull, { perPage: 100 }),
        z.array(answer),
      );
      const account = await accountOf(client);
      const setters = new Map<string, string>();
      for (const { action, user, label } of [...events].sort((one, other) => one.id - other.id)) {
        if (action !== "add" || !label) continue;
        setters.delete(label.name);
        const isPerson = user && user.id !== account && !tokenAccount.test(user.username);
        if (isPerson) setters.set(label.name, user.username);
      }
      return setters;
    },
  };
}
