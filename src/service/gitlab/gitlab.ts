import type { Connection } from "../send.ts";
import type { Service } from "../service.ts";
import { gitlabClient } from "./client.ts";
import { commentsOnGitlab } from "./comments.ts";
import { commitsOnGitlab } from "./commits.ts";
import { filesOnGitlab } from "./files.ts";
import { issuesOnGitlab } from "./issues.ts";
import { labelsOnGitlab } from "./labels.ts";
import { mergeRequestsOnGitlab } from "./merge-requests.ts";
import { mergeRulesOnGitlab } from "./merge-rules.ts";
import { proposingOnGitlab } from "./propose.ts";

/** GitLab behind the port. */
export function openGitlab(connection: Connection): Service {
  const client = gitlabClient(connection);
  return {
    name: "gitlab",
    ...mergeRequestsOnGitlab(client),
    ...commitsOnGitlab(client),
    ...commentsOnGitlab(client),
    ...filesOnGitlab(client),
    ...issuesOnGitlab(client),
    ...labelsOnGitlab(client),
    ...mergeRulesOnGitlab(client),
    ...proposingOnGitlab(client),
    close: connection.close,
  };
}
