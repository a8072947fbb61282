import { z } from "zod";
import { unlessForbidden, unlessMissing } from "../failure.ts";
import type { Comment, CommentForm, Service } from "../service.ts";
import { accountOf, pushes, withoutActions, writes } from "./account.ts";
import type { GitlabClient } from "./client.ts";

const note = z.object({
  id: z.number(),
  body: z.string(),
  author: z.object({ id: z.number() }).nullish(),
  system: z.boolean().optional(),
  resolved: z.boolean().optional(),
});
const discussion = z.object({
  id: z.string(),
  individual_note: z.boolean().optional(),
  notes: z.array(note),
});

type Note = z.infer<typeof note>;

/**
 * Reads and writes comments of GitLab. One that asks for something is the first note of a thread, which a project may demand
 * to be resolved before a merge; any other is a plain note.
 */
export function commentsOnGitlab(
  client: GitlabClient,
): Pick<Service, "ownComments" | "addComment" | "editComment" | "hideComment"> {
  return {
    ownComments: (pull) => ownComments(client, pull),
    addComment: (pull, text, form) => addComment(client, pull, text, form),
    editComment: (pull, id, text, form) => editComment(client, { pull, id }, text, form),
    hideComment: async (pull, id) => {
      const { thread } = noteIds(id);
      if (thread !== undefined) return resolve(client, { pull, thread }, true);
      const text = (await ownComments(client, pull)).find((one) => one.id === id)?.text;
      if (text !== undefined) await editComment(client, { pull, id }, folded(text));
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
  const own = all.flatMap(({ id, individual_note: isPlain, notes: [first] }) =>
    first !== undefined && !first.system && first.author?.id === account
      ? [{ thread: isPlain === true ? undefined : id, first }]
      : [],
  );
  own.sort((one, other) => one.first.id - other.first.id);
  return own.map(({ thread, first }) => commentOf(link, thread, first));
}

async function addComment(
  client: GitlabClient,
  pull: number,
  text: string,
  { asks = false }: CommentForm = {},
): Promise<Comment> {
  const { discussions, notes, project, ask } = client;
  const asked = { to: `add a comment to merge request ${pull}`, needs: writes };
  const body = withoutActions(text);
  if (!asks) {
    const added = await ask(asked, () => notes.create(project, pull, body), note);
    return commentOf(await linkOf(client, pull), undefined, added);
  }
  const form = z.object({ id: z.string(), notes: z.tuple([note], note) });
  const { id, notes: begun } = await ask(asked, () => discussions.create(project, pull, body), form);
  return commentOf(await linkOf(client, pull), id, begun[0]);
}

/** A thread stays open while it asks for something, and is resolved when it no longer does. */
async function editComment(
  client: GitlabClient,
  { pull, id }: { readonly pull: number; readonly id: string },
  text: string,
  { asks = false }: CommentForm = {},
): Promise<Comment | undefined> {
  const { discussions, notes, project, ask } = client;
  const { thread, number } = noteIds(id);
  const change = { body: withoutActions(text) };
  const call = () =>
    thread === undefined
      ? notes.edit(project, pull, number, change)
      : discussions.editNote(project, pull, thread, number, change);
  const asked = { to: `edit a comment of merge request ${pull}`, needs: writes };
  const edited = await ask(asked, call, note).catch(unlessMissing);
  if (edited === undefined) return undefined;
  const isResolved = edited.resolved === true;
  // A token that may not resolve leaves that to people.
  if (thread !== undefined && isResolved === asks)
    await resolve(client, { pull, thread }, !asks).catch(unlessForbidden);
  return commentOf(await linkOf(client, pull), thread, edited);
}

async function resolve(
  { discussions, project, ask }: GitlabClient,
  { pull, thread }: { readonly pull: number; readonly thread: string },
  isResolved: boolean,
): Promise<void> {
  const call = () => discussions.resolve(project, pull, thread, isResolved);
  const asked = { to: `resolve a comment of merge request ${pull}`, needs: pushes };
  await ask(asked, call, z.object({})).catch(unlessMissing);
}

/** A plain note cannot be resolved. Without its marks, no run takes it for its own. */
function folded(text: string): string {
  const body = text.replace(/^(?:<!-- docform[^\n]*(?:\n|$))+/, "").trim();
  return `<!-- docform folded -->\n<details><summary>Out of date: a newer comment is below.</summary>\n\n${body}\n\n</details>\n`;
}

/** The address of a merge request: a note does not say its own. */
async function linkOf({ mergeRequests, project, ask }: GitlabClient, pull: number): Promise<string> {
  const asked = { to: `show merge request ${pull}`, needs: writes };
  const call = () => mergeRequests.show(project, pull);
  return (await ask(asked, call, z.object({ web_url: z.string() }))).web_url;
}

/** The ids of the thread, where there is one, and of its first note. */
function commentOf(link: string, thread: string | undefined, { id, body, resolved }: Note): Comment {
  return {
    id: `${thread ?? ""} ${id}`,
    text: body,
    link: `${link}#note_${id}`,
    isHidden: resolved === true,
    isThread: thread !== undefined,
  };
}

function noteIds(id: string): { readonly thread: string | undefined; readonly number: number } {
  const [thread = "", number = ""] = id.split(" ");
  return { thread: thread === "" ? undefined : thread, number: Number(number) };
}
