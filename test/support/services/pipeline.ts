import { onTestFinished } from "vitest";
import { folderWith } from "../processes/cli-fixture.ts";
import { startGithub } from "./github-server.ts";
import { startGitlab } from "./gitlab-server.ts";
import { Repository } from "./repository.ts";
import { type ServiceServer, token } from "./service-server.ts";

/** The services, as tests run over both. */
export const serviceNames = ["github", "gitlab"] as const;

/** A repository with pull request 7, its service, and the environment of a job of its pipeline. */
export interface PullPipeline {
  readonly repository: Repository;
  readonly server: ServiceServer;
  readonly env: Readonly<Record<string, string>>;
}

const sha = "a".repeat(40);
const repo = { full_name: "acme/docs" };

/** Starts a service for a test, which ends with it, and a pipeline of pull request 7. */
export async function startPullPipeline(name: (typeof serviceNames)[number]): Promise<PullPipeline> {
  const repository = new Repository();
  repository.openPull("change");
  const server = await (name === "github" ? startGithub : startGitlab)(repository);
  onTestFinished(server.close);
  return { repository, server, env: envs[name](server.apiUrl) };
}

const envs = {
  github: (apiUrl: string) => {
    const event = { repository: repo, pull_request: { number: 7, head: { sha, repo } } };
    return {
      GITHUB_ACTIONS: "true",
      GITHUB_API_URL: apiUrl,
      GITHUB_REPOSITORY: repo.full_name,
      GITHUB_EVENT_NAME: "pull_request",
      GITHUB_EVENT_PATH: `${folderWith({ "event.json": JSON.stringify(event) })}/event.json`,
      GITHUB_SHA: sha,
      GITHUB_TOKEN: token,
    };
  },
  gitlab: (apiUrl: string) => ({
    GITLAB_CI: "true",
    CI_API_V4_URL: apiUrl,
    CI_PROJECT_ID: "5",
    CI_PIPELINE_SOURCE: "merge_request_event",
    CI_MERGE_REQUEST_IID: "7",
    CI_COMMIT_SHA: sha,
    DOCFORM_GITLAB_TOKEN: token,
  }),
};
