import { z } from "zod";
import { pipelineOf } from "../io/io.ts";
import { stop } from "../model/stop.ts";
import { parseJson } from "../text/json.ts";
import type { ServiceName } from "./service.ts";

/** Why a pipeline runs. A merge group is GitHub's test of a pull request before its merge, or a merge train of GitLab. */
export type PipelineEvent = "pull request" | "merge group" | "push" | "schedule" | "other";

/** A run of a pipeline of a service, as the variables and the payload of its event say. */
export interface Pipeline {
  readonly service: ServiceName;
  /** The root of the service's API, such as `https://api.github.com`. */
  readonly apiUrl: string;
  /** `owner/name` on GitHub, the number of the project on GitLab: the repository that has the pull request. */
  readonly repository: string;
  /** The page of the repository that has the commit; undefined where the variables do not say it. */
  readonly web?: string;
  readonly event: PipelineEvent;
  /** The commit of the branch: of a pull request, the newest one of its own branch, not a merge that is tried. */
  readonly commit: string;
  /** The branch of a push, a schedule, or of a run that somebody starts; undefined for a tag, whatever its name. */
  readonly branch?: string;
  readonly defaultBranch?: string;
  readonly pull?: {
    readonly number: number;
    /** Whether its branch is in another repository: then there are no secrets. */
    readonly isFork: boolean;
  };
  readonly link?: string;
  /** Another CI runs docform: the service shows no log, no files and no annotations of it. */
  readonly isElsewhere?: true;
  /** The name of the event, when it does not say whose files are checked out: a fork may have written them. */
  readonly hidesFork?: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The pipeline that docform runs in; undefined outside of GitHub Actions and GitLab CI. `readEvent` reads the file at
 * `GITHUB_EVENT_PATH`. Throws `Stop` when the event is unsafe or does not say what it is about.
 */
export async function pipelineIn(
  env: Variables,
  readEvent: (path: string) => Promise<string>,
): Promise<Pipeline | undefined> {
  refuseOthers(env);
  const link = pipelineOf({ env });
  const found = env.GITHUB_ACTIONS
    ? await onGithub(env, readEvent)
    : env.GITLAB_CI
      ? onGitlab(env)
      : undefined;
  return found && { ...found, ...(link === undefined ? {} : { link }) };
}

/** Gitea and Forgejo set the variables of GitHub Actions, and do not speak its API. */
function refuseOthers({
  GITEA_ACTIONS,
  FORGEJO_ACTIONS,
  GITHUB_ACTIONS,
  GITHUB_API_URL = "",
}: Variables): void {
  const isOther = GITEA_ACTIONS || FORGEJO_ACTIONS || /\/api\/v1\/?$/.test(GITHUB_API_URL);
  if (!GITHUB_ACTIONS || !isOther) return;
  const message = "this is Gitea or Forgejo, and docform speaks to GitHub and GitLab alone";
  const hint = "use docform plan and docform apply as in any other CI: docs/guides/any-other-ci.md";
  throw stop("DF5061", message, { hint });
}

const repository = z.object({ full_name: z.string(), default_branch: z.string().optional() });

/** The fields of a payload that docform reads. The repository of a branch is null when somebody deleted it. */
const payloads = z.object({
  repository: repository.optional(),
  pull_request: z
    .object({
      number: z.number().int().positive(),
      head: z.object({ sha: z.string(), repo: repository.nullable() }),
    })
    .optional(),
  merge_group: z.object({ head_sha: z.string(), head_ref: z.string() }).optional(),
});

type Payload = z.infer<typeof payloads>;

/** The events that say whose files are checked out. What a stranger can start with any other has the secrets. */
const githubEvents: Readonly<Record<string, PipelineEvent>> = {
  pull_request: "pull request",
  pull_request_review: "pull request",
  pull_request_review_comment: "pull request",
  merge_group: "merge group",
  push: "push",
  schedule: "schedule",
  workflow_dispatch: "other",
};

async function onGithub(env: Variables, readEvent: (path: string) => Promise<string>): Promise<Pipeline> {
  const name = env.GITHUB_EVENT_NAME ?? "";
  if (name === "pull_request_target") throw unsafe();
  const known = Object.hasOwn(githubEvents, name) ? githubEvents[name] : undefined;
  const event = known ?? "other";
  const payload = await readPayload(env.GITHUB_EVENT_PATH, readEvent);
  const { pull_request: pull, merge_group: group } = payload;
  if (event === "pull request" && pull === undefined) throw unusable("its event has no pull_request");
  if (event === "merge group" && group === undefined) throw unusable("its event has no merge_group");
  const own = given(env, "GITHUB_REPOSITORY");
  const { default_branch: defaultBranch } = payload.repository ?? {};
  const branch = event === "pull request" ? undefined : /^refs\/heads\/(.+)$/.exec(env.GITHUB_REF ?? "")?.[1];
  return {
    service: "github",
    apiUrl: env.GITHUB_API_URL || "https://api.github.com",
    repository: own,
    ...(env.GITHUB_SERVER_URL ? { web: `${env.GITHUB_SERVER_URL}/${own}` } : {}),
    event,
    commit: pull?.head.sha ?? group?.head_sha ?? given(env, "GITHUB_SHA"),
    ...(branch ? { branch } : {}),
    ...(defaultBranch === undefined ? {} : { defaultBranch }),
    ...pullOf(payload, own),
    ...(known === undefined ? { hidesFork: name } : {}),
  };
}

function pullOf({ pull_request: pull, merge_group: group }: Payload, own: string): Pick<Pipeline, "pull"> {
  if (pull !== undefined) {
    const isFork = pull.head.repo?.full_name.toLowerCase() !== own.toLowerCase();
    return { pull: { number: pull.number, isFork } };
  }
  // The branch of a merge group is in the repository itself: its workflow has the secrets, and somebody approved it.
  const number = /\/pr-(\d+)-[^/]*$/.exec(group?.head_ref ?? "")?.[1];
  return number === undefined ? {} : { pull: { number: Number(number), isFork: false } };
}

async function readPayload(
  path: string | undefined,
  readEvent: (path: string) => Promise<string>,
): Promise<Payload> {
  if (!path) throw unusable("GITHUB_EVENT_PATH is not set");
  const text = await readEvent(path).catch(() => undefined);
  if (text === undefined) throw unusable(`the event at ${path} cannot be read`);
  const { data, error } = payloads.safeParse(parseJson(text));
  if (data !== undefined) return data;
  const place = error?.issues[0]?.path.join(".") || "the whole event";
  throw unusable(`the event at ${path} has not the form that GitHub documents: look at ${place}`);
}

const gitlabEvents: Readonly<Record<string, PipelineEvent>> = {
  merge_request_event: "pull request",
  push: "push",
  schedule: "schedule",
};

function onGitlab(env: Variables): Pipeline {
  const isTrain = env.CI_MERGE_REQUEST_EVENT_TYPE === "merge_train";
  const event = isTrain ? "merge group" : gitlabEvent(env);
  const project = given(env, "CI_PROJECT_ID");
  const { CI_MERGE_REQUEST_IID: number, CI_COMMIT_BRANCH: branch, CI_DEFAULT_BRANCH: defaultBranch } = env;
  if (event === "pull request" && !number) throw unusable("CI_MERGE_REQUEST_IID is not set");
  const target = env.CI_MERGE_REQUEST_PROJECT_ID || project;
  const isFork = (env.CI_MERGE_REQUEST_SOURCE_PROJECT_ID || target) !== target;
  return {
    service: "gitlab",
    apiUrl: env.CI_API_V4_URL || `${given(env, "CI_SERVER_URL")}/api/v4`,
    repository: number ? target : project,
    ...(env.CI_PROJECT_URL ? { web: env.CI_PROJECT_URL } : {}),
    event,
    // Of a merged result, CI_COMMIT_SHA is a commit that GitLab made for the pipeline.
    commit: env.CI_MERGE_REQUEST_SOURCE_BRANCH_SHA || given(env, "CI_COMMIT_SHA"),
    ...(branch && !env.CI_COMMIT_TAG ? { branch } : {}),
    ...(defaultBranch ? { defaultBranch } : {}),
    ...(number ? { pull: { number: Number(number), isFork } } : {}),
  };
}

/** A child pipeline is about the merge request of its parent, and does not say otherwise why it runs. */
function gitlabEvent({
  CI_PIPELINE_SOURCE: source = "",
  CI_MERGE_REQUEST_IID: number,
}: Variables): PipelineEvent {
  if (source === "parent_pipeline" && number) return "pull request";
  return gitlabEvents[source] ?? "other";
}

function given(env: Variables, name: string): string {
  const value = env[name];
  if (!value) throw unusable(`${name} is not set`);
  return value;
}

function unusable(why: string) {
  const hint = "the service sets the variables of a pipeline; hand them on to docform, in a container too";
  return stop("DF5061", `docform cannot tell what this pipeline is about: ${why}`, { hint });
}

function unsafe() {
  const message = "pull_request_target gives the secrets of this repository to the manifests of a stranger";
  return stop("DF5061", message, { hint: "use on: pull_request; a fork is then checked without secrets" });
}
