import type { Io } from "../io/io.ts";
import { type Stop, stop } from "../model/stop.ts";
import { pipelineHere } from "./open-service.ts";
import type { Pipeline } from "./pipeline.ts";
import type { ServiceName } from "./service.ts";

/** Options that name the service where another CI runs docform. */
export interface ServiceOptions {
  readonly service?: ServiceName;
  readonly repository?: string;
  /** The pull request that the run is about. */
  readonly pull?: number;
  /** The commit whose files are checked out. */
  readonly commit?: string;
}

/**
 * The pipeline that docform runs in: that of the options, or else the one that the environment describes; undefined
 * outside of both. A run of GitHub or GitLab says itself what it is about: options must not say something else.
 */
export async function pipelineFor(
  io: Pick<Io, "env" | "disk">,
  options: ServiceOptions & { readonly branch?: string },
): Promise<Pipeline | undefined> {
  const { service, repository, pull, commit = "", branch } = options;
  const here = await pipelineHere(io);
  if (service === undefined) {
    if (repository === undefined && commit === "") return here;
    throw wrong("--repository and --commit are for a service that --service names", "add --service");
  }
  if (here?.service === service)
    throw wrong(`this pipeline of ${service} says itself what it is about`, "leave --service out");
  const names = { github: "owner/name", gitlab: "the number of the project" }[service];
  if (repository === undefined || !forms[service].test(repository))
    throw wrong(
      `docform does not know which repository of ${service} is meant`,
      `--repository takes ${names}`,
    );
  return {
    service,
    apiUrl: apiOf(service, io.env),
    repository,
    event: pull === undefined ? "push" : "pull request",
    commit,
    isElsewhere: true,
    ...(branch === undefined ? {} : { branch }),
    ...(pull === undefined ? {} : { pull: { number: pull, isFork: false } }),
  };
}

const forms = { github: /^[\w.-]+\/[\w.-]+$/, gitlab: /^\d+$/ } as const;

/** The same variables as in a pipeline lead to a server of one's own. */
function apiOf(service: ServiceName, env: Io["env"]): string {
  if (service === "github") return env.GITHUB_API_URL || "https://api.github.com";
  return env.CI_API_V4_URL || `${env.CI_SERVER_URL || "https://gitlab.com"}/api/v4`;
}

function wrong(message: string, hint: string): Stop {
  return stop("DF5001", message, { hint });
}
