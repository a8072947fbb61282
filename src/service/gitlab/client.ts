import {
  Branches,
  Commits,
  IssueNotes,
  Issues,
  MergeRequestDiscussions,
  MergeRequestLabelEvents,
  MergeRequestNotes,
  MergeRequests,
  Projects,
  Repositories,
  RepositoryFiles,
  Users,
} from "@gitbeaker/rest";
import { isObject, type Json, parseJson } from "../../text/json.ts";
import { type Asking, asking, longestWait, Refused, waitOf } from "../failure.ts";
import type { Connection } from "../send.ts";

type Options = NonNullable<ConstructorParameters<typeof Commits>[0]>;
type RequesterFn = NonNullable<Options["requesterFn"]>;
type Requester = ReturnType<RequesterFn>;
type RequestOptions = NonNullable<Parameters<Requester["post"]>[1]>;
type Answer = Awaited<ReturnType<Requester["post"]>>;

/** The parts of GitLab that docform asks, and the number of the project. */
export type GitlabClient = ReturnType<typeof gitlabClient>;

/**
 * Opens GitLab over a connection. The library's own requests follow redirects with the token, and ask again at once
 * when they are too many: docform sends them itself.
 */
export function gitlabClient(connection: Connection) {
  const { apiUrl, repository, token, now, mask } = connection;
  const options = {
    host: apiUrl.replace(/\/api\/v4$/, ""),
    oauthToken: token,
    requesterFn: requester(connection),
  };
  const ask: Asking = asking({
    service: "GitLab",
    variables: "DOCFORM_GITLAB_TOKEN or GITLAB_TOKEN",
    permission: (needs) => `use the token of a project or a person with ${needs}`,
    refusalOf: (problem) => (problem instanceof Refused ? problem : undefined),
    now,
    mask,
  });
  return {
    project: repository,
    ask,
    branches: new Branches(options),
    commits: new Commits(options),
    discussions: new MergeRequestDiscussions(options),
    files: new RepositoryFiles(options),
    issueNotes: new IssueNotes(options),
    issues: new Issues(options),
    labelEvents: new MergeRequestLabelEvents(options),
    notes: new MergeRequestNotes(options),
    mergeRequests: new MergeRequests(options),
    projects: new Projects(options),
    repositories: new Repositories(options),
    users: new Users(options),
  };
}

/** Sends what the library asks for. It writes names in camel case, and the API takes snake case. */
function requester({ send, sleep, now, agent }: Connection): RequesterFn {
  return ({ url: root, authHeaders }) => {
    const sendOne = async (
      method: string,
      path: string,
      { body, searchParams = {} }: RequestOptions = {},
    ) => {
      const url = new URL(path, root.endsWith("/") ? root : `${root}/`);
      for (const [name, value] of Object.entries(searchParams))
        if (Array.isArray(value)) for (const one of value) url.searchParams.append(`${name}[]`, String(one));
        else if (value !== undefined) url.searchParams.set(snakeCase(name), String(value));
      const headers = { authorization: await (authHeaders.authorization?.() ?? ""), "user-agent": agent };
      const json =
        body === undefined || Object.keys(body).length === 0
          ? undefined
          : JSON.stringify(withSnakeCase(body as unknown as Json));
      const request =
        json === undefined ? { method, headers } : { method, headers: { ...headers, ...isJson }, body: json };
      return answerOf(await withLimits({ sleep, now }, () => send(url.href, request)));
    };
    const methods = ["get", "post", "put", "patch", "delete"].map((name) => [
      name,
      (path: string, given?: RequestOptions) => sendOne(name.toUpperCase(), path, given),
    ]);
    return Object.fromEntries(methods) as unknown as Requester;
  };
}

const isJson = { "content-type": "application/json" };

/** Waits for a limit, when it asks for a short wait, and sends again: what a limit refuses was not done. */
async function withLimits(
  { sleep, now }: Pick<Connection, "sleep" | "now">,
  send: () => ReturnType<Connection["send"]>,
): ReturnType<Connection["send"]> {
  for (let retries = 0; ; retries += 1) {
    const answer = await send();
    const wait = answer.status === 429 ? waitOf(new Refused(429, "", answer.headers), now()) : undefined;
    if (wait === undefined || wait > longestWait || retries === 2) return answer;
    await sleep(wait * 1000);
  }
}

function answerOf({ status, headers, body }: Awaited<ReturnType<Connection["send"]>>): Answer {
  const json = parseJson(body);
  if (status >= 300) throw new Refused(status, isObject(json) ? saidIn(json) : body, headers);
  return { status, headers, body: json as unknown as Answer["body"] };
}

/** GitLab says why under one of two names, as a text or by fields. */
function saidIn({ message, error, error_description: more }: { readonly [name: string]: Json }): string {
  const why = message ?? more ?? error ?? "";
  return typeof why === "string" ? why : JSON.stringify(why);
}

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function withSnakeCase(value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => withSnakeCase(item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [snakeCase(name), withSnakeCase(inner)]),
  );
}
