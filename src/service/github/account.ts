import { z } from "zod";
import type { GithubClient } from "./client.ts";

/**
 * The account of the token. REST tells it to people alone; GraphQL tells it to the token of a job
 * (`github-actions[bot]`) and of an app too.
 */
export async function accountOf({ octokit, ask }: GithubClient): Promise<string> {
  const { viewer } = await ask(
    { to: "tell the account of the token", needs: "metadata: read" },
    () => octokit.graphql("query { viewer { login } }"),
    z.object({ viewer: z.object({ login: z.string() }) }),
  );
  return viewer.login;
}

/** Whether a user of an answer is that account; the user of a deleted account is null. */
export function isBy(user: { readonly login: string } | null | undefined, account: string): boolean {
  return user?.login.toLowerCase() === account.toLowerCase();
}
