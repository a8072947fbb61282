import type { Io } from "./io.ts";

/** The user of docform: from the variables of the pipeline, else from the shell. */
export function actorOf({ env }: Pick<Io, "env">): string | undefined {
  return env.GITHUB_ACTOR ?? env.GITLAB_USER_LOGIN ?? env.USER ?? env.USERNAME;
}

/** The commit that a pipeline runs on. */
export function commitOf({ env }: Pick<Io, "env">): string | undefined {
  return env.GITHUB_SHA ?? env.CI_COMMIT_SHA;
}
