import { z } from "zod";
import { unlessMissing } from "../failure.ts";
import type { Comment, Service } from "../service.ts";
import { accountOf, pushes, withoutActions, writes } from "./account.ts";
import type { GitlabClient } from "./client.ts";

const note = z.object({
  id: z.number(),
  body: z.string(),
  author: z.object({ id: z.number() }).nullish(),
  system: z.boolean().optional(),
  resolved: z.boolean().optional(),
});
const discussion = z.object({ id: z.string(), notes: z.array(note) });

type Note = z.infer<typeof note>;

/** What GitLab does with comments. A comment is the first note of a discussion, which can be resolved. */
export function commentsOnGitlab(
  client: GitlabClient,
): Pick<Service, "ownComments" | "addComment" | "editComment" | "hideComment"> {
  const { discussions, project, ask } = client;
  return {
    ownComments: (pull) => ownComments(client, pull),
    addComment: async (pull, text) => {
      const call = () => discussions.create(project, pull, withoutActions(text));
      const asked = { to: `add a comment to merge request ${pull}`, needs: writes };
      const { id, notes } = await ask(
        asked,
        call,
        z.object({ id: z.string(), notes: z.tuple([note], note) }),
      );
      return commentOf(await linkOf(client, pull), id, notes[0]);
    },
    editComment: async (pull, id, text) => {
      const [thread = "", number = ""] = id.split(" ");
      const body = withoutActions(text);
      const call = () => discussions.editNote(project, pull, thread, Number(number), { body });
      const asked = { to: `edit a comment of merge request ${pull}`, needs: writes };
      const edited = await ask(asked, call, note).catch(unlessMissing);
      return edited && commentOf(await linkOf(client, pull), thread, edited);
    },
    hideComment: async (pull, id) => {
      const call = () => discussions.resolve(project, pull, id.split(" ")[0] ?? "", true);
      const asked = { to: `resolve a comment of merge request ${pull}`, needs: pushes };
      await ask(asked, call, z.object({})).catch(unlessMissing);
    },
  };
}

async function ownComments(client: GitlabClient, pull: number): Promise<readonly Comment[]> {
  const { discussions, project, ask } = client;
  const asked = { to: `list the discussions of merge request ${pull}`, needs: "the scope api" };
  const call = () => discussions.all(project, pull, { perPage: 100 });
  const all = await ask(asked, call, z.array(discussion));
  if (all.length === 0) return [];
  const [account, link] = await Promise.all([accountOf(client), linkOf(client, pull)]);
  const own = all.flatMap(({ id, notes: [first] }) =>
    first !== undefined && !first.system && first.author?.id === account ? [{ id, first }] : [],
  );
  own.sort((one, other) => one.first.id - other.first.id);
  return own.map(({ id, first }) => commentOf(link, id, first));
}

/** The address of a merge request: a note does not say its own. */
async function linkOf({ mergeRequests, project, ask }: GitlabClient, pull: number): Promise<string> {
  const asked = { to: `show merge request ${pull}`, needs: writes };
  const call = () => mergeRequests.show(project, pull);
  return (await ask(asked, call, z.object({ web_url: z.string() }))).web_url;
}

/** The ids of the discussion and of its first note. */
function commentOf(link: string, discussionId: string, { id, body, resolved }: Note): Comment {
  return { id: `${discussionId} ${id}`, text: body, link: `${link}#note_${id}`, isHidden: resolved === true };
}
