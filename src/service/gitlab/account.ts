import { z } from "zod";
import type { GitlabClient } from "./client.ts";

/** The number of the account of the token; the token of a project has an account of its own. */
export async function accountOf({ users, ask }: GitlabClient): Promise<number> {
  const asked = { to: "tell the account of the token", needs: "the scope api or read_user" };
  return (await ask(asked, () => users.showCurrentUser(), z.object({ id: z.number() }))).id;
}

/** The access levels that let a token write to a project. */
export const writes = "the scope api and the role Reporter or more";

/** The access level that lets a token push, and resolve comments. */
export const pushes = "the scope api and the role Developer or more";

/**
 * A text whose lines GitLab does not take for quick actions, such as `/merge`: it runs them with the rights of the
 * token.
 */
export function withoutActions(text: string): string {
  return text.replace(/^([^\S\n]*)\/(?=[a-z])/gim, "$1\\/");
}
