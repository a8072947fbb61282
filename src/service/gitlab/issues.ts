import { z } from "zod";
import type { Issue, Service } from "../service.ts";
import { accountOf, withoutActions, writes } from "./account.ts";
import type { GitlabClient } from "./client.ts";

const answer = z.object({
  iid: z.number(),
  web_url: z.string(),
  description: z.string().nullish(),
});

function issueOf({ iid: number, web_url: link, description }: z.infer<typeof answer>): Issue {
  return { number, link, text: description ?? "" };
}

/** Reads and writes issues of GitLab. */
export function issuesOnGitlab(
  client: GitlabClient,
): Pick<Service, "ownIssues" | "addIssue" | "editIssue" | "commentIssue"> {
  const { issues, issueNotes, project: projectId, ask } = client;
  return {
    ownIssues: async () => {
      const authorId = await accountOf(client);
      const filter = {
        projectId,
        authorId,
        state: "opened",
        scope: "all",
        sort: "desc",
        perPage: 100,
      } as const;
      const call = () => issues.all(filter);
      const asked = { to: "list the issues that docform opened", needs: "the scope api or read_api" };
      return (await ask(asked, call, z.array(answer))).map(issueOf);
    },
    addIssue: async ({ title, text, label }) => {
      const more = { description: withoutActions(text), labels: label };
      const call = () => issues.create(projectId, title, more);
      return issueOf(await ask({ to: "open an issue", needs: writes }, call, answer));
    },
    editIssue: async (number, { title, text, isOpen }) => {
      const change = {
        ...(title === undefined ? {} : { title }),
        ...(text === undefined ? {} : { description: withoutActions(text) }),
        ...(isOpen === undefined ? {} : { stateEvent: isOpen ? ("reopen" as const) : ("close" as const) }),
      };
      const call = () => issues.edit(projectId, number, change);
      return issueOf(await ask({ to: `change issue ${number}`, needs: writes }, call, answer));
    },
    commentIssue: async (number, text) => {
      const call = () => issueNotes.create(projectId, number, withoutActions(text));
      await ask({ to: `add a comment to issue ${number}`, needs: writes }, call, z.object({}));
    },
  };
}
