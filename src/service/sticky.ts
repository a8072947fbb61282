import { isLost } from "./failure.ts";
import type {
  Comment,
  CommentForm,
  Issue,
  IssueRequest,
  Proposal,
  ProposalPlace,
  ProposedPull,
  Service,
} from "./service.ts";

/** The hidden mark in the first line of a text, by which docform finds it again; undefined without one. */
export function markOf(text: string): string | undefined {
  return /^<!-- docform [^<>\n]*-->(?=\r?$)/.exec(text.split("\n", 1)[0] ?? "")?.[0];
}

/** Which of the own comments to edit, and which to hide. The oldest come first. */
export interface StickyComment {
  /** The newest with the mark; undefined when a new one is to be added. */
  readonly edit: Comment | undefined;
  /** Older ones with the same mark, which two runs at once left. */
  readonly hide: readonly Comment[];
}

/** Finds the comment of a mark. It is the same one after somebody minimised or resolved it. */
export function stickyComment(comments: readonly Comment[], mark: string): StickyComment {
  const own = comments.filter(({ text }) => markOf(text) === mark);
  return { edit: own.at(-1), hide: own.slice(0, -1).filter(({ isHidden }) => !isHidden) };
}

/** Which of the own issues to edit, and which to close. The newest come first. */
export interface StickyIssue {
  readonly edit: Issue | undefined;
  readonly close: readonly Issue[];
}

/** Finds the issue of a mark among the open ones. A closed one is history: what comes back gets a new issue. */
export function stickyIssue(open: readonly Issue[], mark: string): StickyIssue {
  const [edit, ...close] = open.filter(({ text }) => markOf(text) === mark);
  return { edit, close };
}

/** Whether a comment waits for somebody to settle what it asks for. An edit beside its plan leaves that so. */
export function isAsking({ isThread, isHidden }: Comment): boolean {
  return isThread === true && !isHidden;
}

type CommentPart = Pick<Service, "ownComments" | "addComment" | "editComment" | "hideComment">;

/**
 * Puts a text with a mark as the comment of a pull request: edits the one of the same mark, or adds one. Older ones
 * are hidden. A comment that somebody deletes meanwhile is added again. So is a plain one that now asks for something.
 */
export async function putComment(
  service: CommentPart,
  pull: number,
  text: string,
  form: CommentForm = {},
): Promise<Comment> {
  const known = await service.ownComments(pull);
  const { edit, hide } = stickyComment(known, markOf(text) ?? "");
  const moved = form.asks === true && edit?.isThread === false ? edit : undefined;
  const kept = moved === undefined ? edit : undefined;
  const edited = kept && (kept.text === text ? kept : await service.editComment(pull, kept.id, text, form));
  const comment = edited ?? (await addOnce(service, pull, { text, form, known }));
  for (const { id } of moved === undefined ? hide : [...hide, moved]) await service.hideComment(pull, id);
  return comment;
}

/** Puts a text in place of the comment of its mark, where there is one. */
export async function replaceComment(service: CommentPart, pull: number, text: string): Promise<void> {
  const { edit } = stickyComment(await service.ownComments(pull), markOf(text) ?? "");
  if (edit !== undefined) await putComment(service, pull, text);
}

/**
 * Adds a comment. When the answer is lost, it may be there: then it is one of this mark that was not there before. Else it
 * is added again.
 */
export async function addOnce(
  service: Pick<Service, "ownComments" | "addComment">,
  pull: number,
  {
    text,
    form,
    known,
  }: { readonly text: string; readonly form?: CommentForm; readonly known: readonly Comment[] },
): Promise<Comment> {
  const before = new Set(known.map(({ id }) => id));
  const find = async (): Promise<Comment | undefined> =>
    (await service.ownComments(pull)).find((one) => markOf(one.text) === markOf(text) && !before.has(one.id));
  return once(() => service.addComment(pull, text, form), find);
}

/** Makes something. When the answer is lost, it is looked for before it is made again. */
async function once<T>(make: () => Promise<T>, find: () => Promise<T | undefined>): Promise<T> {
  try {
    return await make();
  } catch (problem) {
    if (!isLost(problem)) throw problem;
    return (await find()) ?? make();
  }
}

type IssuePart = Pick<Service, "ownIssues" | "addIssue" | "editIssue">;

/** Puts an issue whose text has a mark: edits the open one of the same mark, or opens one. Older ones are closed. */
export async function putIssue(service: IssuePart, issue: IssueRequest): Promise<Issue> {
  const found = async () => stickyIssue(await service.ownIssues(), markOf(issue.text) ?? "");
  const { edit, close } = await found();
  const { title, text } = issue;
  const put = await (edit === undefined
    ? once(
        () => service.addIssue(issue),
        async () => (await found()).edit,
      )
    : service.editIssue(edit.number, { title, text }));
  for (const { number } of close) await service.editIssue(number, { isOpen: false });
  return put;
}

/** Closes the open issues of the mark of a text, the newest with that text; answers it, or undefined without one. */
export async function closeIssue(service: IssuePart, text: string): Promise<Issue | undefined> {
  const { edit, close } = stickyIssue(await service.ownIssues(), markOf(text) ?? "");
  for (const { number } of close) await service.editIssue(number, { isOpen: false });
  return edit && service.editIssue(edit.number, { text, isOpen: false });
}

type ProposalPart = Pick<Service, "proposals" | "pushFiles" | "addPull" | "editPull">;

/**
 * Proposes files as a pull request, or renews the open one. The mark of the text says what is proposed: the same is
 * not pushed again, nor proposed again after somebody closed it. Then the answer is closed.
 */
export async function putProposal(service: ProposalPart, proposal: Proposal): Promise<ProposedPull> {
  const openIn = (pulls: readonly ProposedPull[]) => pulls.find(({ state }) => state === "open");
  const pulls = await service.proposals(proposal);
  const open = openIn(pulls);
  const known = open ?? pulls.find(({ state, text }) => state === "closed" && isSame(text, proposal));
  if (known !== undefined && isSame(known.text, proposal)) return known;
  await service.pushFiles(proposal);
  const { title, text } = proposal;
  if (open !== undefined) return service.editPull(open.number, { title, text });
  return once(
    () => service.addPull(proposal),
    async () => openIn(await service.proposals(proposal)),
  );
}

function isSame(text: string, proposal: Proposal): boolean {
  return markOf(text) === markOf(proposal.text);
}

/** Closes the open pull request of a branch with a last text, which has no mark; answers it, when there is one. */
export async function closeProposal(
  service: ProposalPart,
  place: ProposalPlace,
  text: string,
): Promise<ProposedPull | undefined> {
  const open = (await service.proposals(place)).find(({ state }) => state === "open");
  return open && service.editPull(open.number, { text, isOpen: false });
}
