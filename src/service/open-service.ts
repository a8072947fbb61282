import { readAddress } from "../client/url.ts";
import type { Io } from "../io/io.ts";
import { openTransport } from "../io/open-transport.ts";
import { shown } from "../io/shown.ts";
import { version } from "../io/version.ts";
import { type Stop, stop } from "../model/stop.ts";
import { type Pipeline, pipelineIn } from "./pipeline.ts";
import { type Connection, longestRequest, sending } from "./send.ts";
import type { Service, ServiceName } from "./service.ts";

/** The variables that a token is taken from, the first that is set. */
const variables: Readonly<Record<ServiceName, readonly [string, string]>> = {
  github: ["DOCFORM_GITHUB_TOKEN", "GITHUB_TOKEN"],
  gitlab: ["DOCFORM_GITLAB_TOKEN", "GITLAB_TOKEN"],
};

/** The pipeline that docform runs in; undefined outside of one. Throws as `pipelineIn` does. */
export function pipelineHere({ env, disk }: Pick<Io, "env" | "disk">): Promise<Pipeline | undefined> {
  return pipelineIn(env, async (path) => new TextDecoder().decode(await disk.read(path)));
}

/** The facts of a pipeline that lead to its service. */
type OpenedPipeline = Pick<Pipeline, "service" | "apiUrl" | "repository" | "isElsewhere">;

/**
 * Opens the service of a pipeline with the token of the environment, which no output holds from here on. The caller
 * closes it. Throws `Stop` without a token, or when the address would send it unencrypted.
 */
export async function openService(
  io: Io,
  { service, apiUrl: address, repository, isElsewhere }: OpenedPipeline,
): Promise<Service> {
  const token = variables[service].map((name) => io.env[name]?.trim()).find(Boolean);
  if (token === undefined) throw noToken(service, io.env, isElsewhere === true);
  io.hide?.([token], "everywhere");
  const read = readAddress(address, false);
  if ("problem" in read) {
    const example = service === "github" ? "https://api.github.com" : "https://gitlab.com/api/v4";
    throw stop("DF5060", `${read.problem}; it is the API of ${service}`, { hint: `write it as ${example}` });
  }
  const apiUrl = read.address;
  const transport = openTransport(io, { total: longestRequest });
  const { now, sleep } = io;
  const connection: Connection = {
    apiUrl,
    repository,
    token,
    now,
    sleep,
    agent: `docform/${version}`,
    mask: (text) => shown(io, text),
    send: sending({ transport, apiUrl, sleep }),
    close: transport.close,
  };
  // The libraries are large: a run without a service does not load them.
  const opened =
    service === "github"
      ? (await import("./github/github.ts")).openGithub(connection)
      : (await import("./gitlab/gitlab.ts")).openGitlab(connection);
  return io.mask === undefined ? opened : masking(opened, io.mask);
}

/** A service whose texts pass the mask of all output. The files of a proposal keep their values, as manifests do. */
function masking(service: Service, mask: (text: string) => string): Service {
  const masked = <T extends { readonly title?: string; readonly text?: string }>(written: T): T => ({
    ...written,
    ...(written.title === undefined ? {} : { title: mask(written.title) }),
    ...(written.text === undefined ? {} : { text: mask(written.text) }),
  });
  return {
    ...service,
    addComment: (pull, text, form) => service.addComment(pull, mask(text), form),
    editComment: (pull, id, text, form) => service.editComment(pull, id, mask(text), form),
    addIssue: (issue) => service.addIssue(masked(issue)),
    editIssue: (number, change) => service.editIssue(number, masked(change)),
    commentIssue: (number, text) => service.commentIssue(number, mask(text)),
    pushFiles: (proposal) => service.pushFiles(masked(proposal)),
    addPull: (proposal) => service.addPull(masked(proposal)),
    editPull: (number, change) => service.editPull(number, masked(change)),
  };
}

function noToken(service: ServiceName, env: Io["env"], isElsewhere: boolean): Stop {
  const names = variables[service].join(" or ");
  const message = `docform has no token for ${service}: ${names} is not set`;
  if (service === "github" && isElsewhere) {
    const rights = "pull-requests: write, issues: write and contents: read";
    return stop("DF5060", message, {
      hint: `make one for the repository with ${rights}, and set it as a secret`,
    });
  }
  if (service === "github")
    return stop("DF5060", message, {
      hint: "hand it on in the workflow: env: GITHUB_TOKEN: ${{ github.token }}",
    });
  const job = env.CI_JOB_TOKEN ? "; CI_JOB_TOKEN cannot write comments or issues" : "";
  const hint = `make a token of the project with the scope api and the role Reporter, and set it as a masked variable${job}`;
  return stop("DF5060", message, { hint });
}
