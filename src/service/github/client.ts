import { Octokit } from "@octokit/core";
import { paginateRest } from "@octokit/plugin-paginate-rest";
import { type ThrottlingOptions, throttling } from "@octokit/plugin-throttling";
import { type Asking, asking, longestWait, Refused } from "../failure.ts";
import type { Connection, Send } from "../send.ts";

/** GitHub as docform asks it. */
export interface GithubClient {
  readonly octokit: InstanceType<typeof Client>;
  readonly ask: Asking;
  /** The repository, as the paths of the API have it. */
  readonly at: { readonly owner: string; readonly repo: string };
}

const Client = Octokit.plugin(paginateRest, throttling);

/** Opens GitHub over a connection. */
export function githubClient({
  apiUrl,
  repository,
  token,
  send,
  now,
  agent,
  mask,
}: Connection): GithubClient {
  const [owner = "", repo = ""] = repository.split("/");
  const octokit = new Client({
    auth: token,
    baseUrl: apiUrl,
    userAgent: agent,
    request: { fetch: fetchOver(send) },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    throttle: throttle(apiUrl),
  });
  const variables = "DOCFORM_GITHUB_TOKEN or GITHUB_TOKEN";
  const permission = (needs: string): string =>
    `give the token the permissions ${needs}; of GITHUB_TOKEN, the workflow says them under permissions:`;
  return {
    octokit,
    at: { owner, repo },
    ask: asking({ service: "GitHub", variables, permission, refusalOf, now, mask }),
  };
}

function ignore(): void {}

/** GitHub asks for a second between writes. A server on this machine is no GitHub, and needs no pauses. */
function throttle(apiUrl: string): ThrottlingOptions {
  const isBrief = (seconds: number, _options: object, _octokit: Octokit, retries: number): boolean =>
    seconds <= longestWait && retries < 2;
  const unpaced = { key: () => ({ schedule: (_: object, job: () => Promise<void>) => job() }) };
  const groups = { write: unpaced, notifications: unpaced } as unknown as Pick<
    ThrottlingOptions,
    "write" | "notifications"
  >;
  return {
    id: apiUrl,
    onRateLimit: isBrief,
    onSecondaryRateLimit: isBrief,
    ...(new URL(apiUrl).protocol === "http:" ? groups : {}),
  };
}

/** The part of `fetch` that the library needs. */
function fetchOver(send: Send): typeof fetch {
  return async (url, { method = "GET", headers, body } = {}) => {
    const request = { method, headers: headers as Record<string, string>, body: body as string | undefined };
    const answer = await send(String(url), request);
    const isEmpty = answer.status === 204 || answer.status === 205 || answer.status === 304;
    return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: answer.headers });
  };
}

/** An error that the library throws for an answer: of REST with a status, of GraphQL with errors. */
function refusalOf(problem: unknown): Refused | undefined {
  if (!(problem instanceof Error)) return undefined;
  const { response, errors, headers } = problem as Partial<Thrown>;
  if (errors !== undefined) {
    const isLimit = errors.some(({ type }) => type === "RATE_LIMITED");
    const status = isLimit ? 429 : (graphqlStatus[errors[0]?.type ?? ""] ?? 422);
    return new Refused(status, errors.map(({ message }) => message).join("; "), headers);
  }
  if (response === undefined) return undefined;
  // The library adds a link to the documentation to the message.
  return new Refused(response.status, problem.message.replace(/ - https:\S+$/, ""), response.headers);
}

interface Thrown {
  readonly response: { readonly status: number; readonly headers: Readonly<Record<string, string>> };
  readonly errors: readonly { readonly type?: string; readonly message: string }[];
  readonly headers: Readonly<Record<string, string>>;
}

const graphqlStatus: Readonly<Record<string, number>> = {
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  INSUFFICIENT_SCOPES: 403,
};
