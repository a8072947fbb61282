import type { Io } from "./io.ts";

/** Who runs docform: as the pipeline says, else as the shell does. */
export function actorOf({ env }: Pick<Io, "env">): string | undefined {
  return env.GITHUB_ACTOR ?? env.GITLAB_USER_LOGIN ?? env.USER ?? env.USERNAME;
}

/** The commit that a pipeline runs on. */
export function commitOf({ env }: Pick<Io, "env">): string | undefined {
  return env.GITHUB_SHA ?? env.CI_COMMIT_SHA;
}
