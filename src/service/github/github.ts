import type { Connection } from "../send.ts";
import type { Service } from "../service.ts";
import { githubClient } from "./client.ts";
import { commentsOnGithub } from "./comments.ts";
import { commitsOnGithub } from "./commits.ts";
import { filesOnGithub } from "./files.ts";
import { issuesOnGithub } from "./issues.ts";
import { labelsOnGithub } from "./labels.ts";
import { mergeRulesOnGithub } from "./merge-rules.ts";
import { proposingOnGithub } from "./propose.ts";
import { pullsOnGithub } from "./pulls.ts";

/** GitHub behind the port. */
export function openGithub(connection: Connection): Service {
  const client = githubClient(connection);
  return {
    name: "github",
    ...pullsOnGithub(client),
    ...commitsOnGithub(client),
    ...commentsOnGithub(client),
    ...filesOnGithub(client),
    ...issuesOnGithub(client),
    ...labelsOnGithub(client),
    ...mergeRulesOnGithub(client),
    ...proposingOnGithub(client),
    close: connection.close,
  };
}
