import type { Connection } from "../send.ts";
import type { Service } from "../service.ts";
import { gitlabClient } from "./client.ts";
import { commentsOnGitlab } from "./comments.ts";
import { issuesOnGitlab } from "./issues.ts";
import { mergeRequestsOnGitlab } from "./merge-requests.ts";
import { proposingOnGitlab } from "./propose.ts";

/** GitLab behind the port. */
export function openGitlab(connection: Connection): Service {
  const client = gitlabClient(connection);
  const requests = mergeRequestsOnGitlab(client);
  return {
    name: "gitlab",
    ...requests,
    ...commentsOnGitlab(client),
    ...issuesOnGitlab(client),
    propose: proposingOnGitlab(client, requests.pullRequest),
    close: connection.close,
  };
}
