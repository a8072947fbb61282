import { editContent, nothing, startChangeRequest } from "../../../src/platform/resources/change-requests.ts";
import type { PageState } from "../../../src/platform/store/content-state.ts";
import { known } from "../../../src/platform/store/table.ts";
import type { Json, JsonObject } from "../../../src/text/json.ts";
import { smallSeed, type TestPlatform, testPlatform } from "./test-platform.ts";

/** When tests begin. */
const now = "2026-01-05T10:00:00.000Z";

/** A page, with the pages below it. */
export function page(id: string, markdown: string, pages: readonly PageState[] = []): PageState {
  const times = { createdAt: now, updatedAt: now };
  return { id, type: "document", title: `Page ${id}`, slug: id, markdown, ...times, pages };
}

function editOf({ platform }: TestPlatform) {
  const { state } = platform;
  return { state, space: known(state.spaces, "sp_one"), user: "usr_ana", now };
}

/** Gives sp_one other pages. */
export function write(platform: TestPlatform, pages: readonly PageState[]): void {
  editContent(editOf(platform), undefined, { ...nothing, pages });
}

/**
 * A platform to comment on: Ana is behind the token admin, Li behind the token li. sp_one has the page
 * page_1, and the change requests cr_1 and cr_2; page_2 is in cr_1 only.
 */
export function talkPlatform(): TestPlatform {
  const tokens = { ...smallSeed.tokens, li: { user: "li@acme.example", rights: "admin" } };
  const platform = testPlatform({ ...smallSeed, tokens });
  write(platform, [page("page_1", "Hello")]);
  const edit = editOf(platform);
  const [first] = ["cr_1", "cr_2"].map((id) => startChangeRequest(edit, { id, subject: id, reviewers: [] }));
  editContent(edit, first, { ...nothing, pages: [page("page_2", "Hello")] });
  return platform;
}

/** The body of a comment or reply. */
export const text = (markdown: string) => ({ body: { markdown } });

/** Posts to a list of comments or replies, and answers the new one. */
export function post({ call }: TestPlatform, path: string, body: Json, token = "admin"): JsonObject {
  const answer = call("POST", path, body, token);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** The texts of comments or replies. */
export const textsOf = (items: readonly JsonObject[]) =>
  items.map(({ body }) => (body as { markdown: string }).markdown);
