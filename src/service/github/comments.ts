import { z } from "zod";
import { unlessMissing } from "../failure.ts";
import type { Comment, Service } from "../service.ts";
import { accountOf, isBy } from "./account.ts";
import type { GithubClient } from "./client.ts";

const user = z.object({ login: z.string() }).nullish();
const answer = z.object({
  id: z.number(),
  node_id: z.string(),
  body: z.string().nullish(),
  html_url: z.string(),
  user,
  minimized: z.object({}).nullish(),
});

/** The number of a comment for REST, and its id for GraphQL. */
function commentOf({ id, node_id, body, html_url, minimized }: z.infer<typeof answer>): Comment {
  return { id: `${id} ${node_id}`, text: body ?? "", link: html_url, isHidden: Boolean(minimized) };
}

/** Reads and writes the comments of a pull request, which GitHub keeps as those of an issue. */
export function commentsOnGithub(
  client: GithubClient,
): Pick<Service, "ownComments" | "addComment" | "editComment" | "hideComment"> {
  const { octokit, ask, at } = client;
  const needs = "pull-requests: write";
  return {
    ownComments: async (pull) => {
      const route = "GET /repos/{owner}/{repo}/issues/{issue_number}/comments";
      const all = await ask(
        { to: `list the comments of pull request ${pull}`, needs },
        () => octokit.paginate(route, { ...at, issue_number: pull, per_page: 100 }),
        z.array(answer),
      );
      const account = all.length === 0 ? "" : await accountOf(client);
      return all.filter((one) => isBy(one.user, account)).map(commentOf);
    },
    addComment: async (pull, body) => {
      const route = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
      const call = () => octokit.request(route, { ...at, issue_number: pull, body });
      const to = `add a comment to pull request ${pull}`;
      return commentOf((await ask({ to, needs }, call, z.object({ data: answer }))).data);
    },
    editComment: async (pull, id, body) => {
      const route = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
      const call = () => octokit.request(route, { ...at, comment_id: Number(id.split(" ")[0]), body });
      const to = `edit a comment of pull request ${pull}`;
      const edited = await ask({ to, needs }, call, z.object({ data: answer })).catch(unlessMissing);
      return edited && commentOf(edited.data);
    },
    hideComment: async (pull, id) => {
      const query =
        "mutation ($id: ID!) { minimizeComment(input: { subjectId: $id, classifier: OUTDATED }) { clientMutationId } }";
      const call = () => octokit.graphql(query, { id: id.split(" ")[1] });
      await ask({ to: `hide a comment of pull request ${pull}`, needs }, call, z.object({})).catch(
        unlessMissing,
      );
    },
  };
}
