import { type Client, createClient, type ReadClient, readOnly } from "../client/client.ts";
import { ApiError } from "../client/errors.ts";
import type { HttpRequest, HttpResponse, Transport } from "../client/transport.ts";
import { readAddress, texts } from "../client/url.ts";
import { type Edition, editionAt } from "../contract/edition.ts";
import type { Operation } from "../contract/operation.ts";
import { operationsIn } from "../contract/operations.ts";
import type { Io } from "../io/io.ts";
import { hasOwnTokens, tokenVariable } from "../io/token-variables.ts";
import { version } from "../io/version.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { Stop, stop } from "../model/stop.ts";
import type { Reader } from "../refresh/reader.ts";
import { isObject, type Json, type JsonObject } from "../text/json.ts";
import { medianOf } from "../text/median.ts";
import { createRedactor, isTelling } from "../text/redaction.ts";
import { missingAddress, placeOfAddress, platformAddress, rootAddressOf } from "./address.ts";
import { createLines, type Lines } from "./opened/lines.ts";
import type { AccessOptions, ConnectionOptions } from "./options.ts";
import { hiddenTextsOf } from "./project.ts";
import { type KnowsToken, tokenFor, tokenOwners } from "./token/token.ts";
import type { TokenOwner } from "./token/token-command.ts";
import { explainer } from "./token/unreached.ts";
import { faultOrToken } from "./token/wrong-token.ts";

/** A platform that a command talks to. */
export interface Connection {
  readonly baseUrl: string;
  /** Reads, and cannot do anything else. */
  readonly reader: Reader;
  /** The client that can change things; only apply asks for it. */
  readonly client: Client;
  /** Median time of the requests so far. */
  readonly roundTripMilliseconds: () => number;
  readonly close: () => Promise<void>;
  readonly span?: Io["span"];
}

/** Connects to the platform of a project. Throws `Stop` when its address or the token is missing or unusable. */
export async function connect(
  io: Io,
  options: ConnectionOptions,
  project: Project,
  signal?: AbortSignal,
  lines?: Lines,
): Promise<Connection & KnowsToken> {
  const hidden = options.logLevel === "debug" ? hiddenTextsOf(project.desired) : [];
  const opened = await openClient(
    io,
    {
      ...options,
      hidden,
      edition: project.edition,
      organizations: tokenOwners(project),
      ...(signal && { signal }),
      ...(lines && { lines }),
    },
    platformAddress(io, options.env, project.baseUrl),
  );
  return { ...opened, reader: readerOf(readOnly(opened.client), project, opened.tokenFrom) };
}

/** The options for opening a client. */
interface OpenOptions extends AccessOptions, Pick<ConnectionOptions, "concurrency" | "deadline" | "timeout"> {
  /** Texts that no log may contain, such as a slug from the environment inside a path. */
  readonly hidden?: readonly string[];
  /** The edition of the API that the platform speaks; that of its address, when left out. */
  readonly edition?: Edition;
  /** The organizations that it is for, which may have a token of their own. */
  readonly organizations?: readonly TokenOwner[];
  /** Interrupts its calls. */
  readonly signal?: AbortSignal;
  /** Shares connections and the window of requests; left out, the client has its own. */
  readonly lines?: Lines;
}

/**
 * A client for an address, or else for that of the environment. Throws `Stop` when there is none, or no token,
 * or one of them is unusable.
 */
export async function openClient(
  io: Io,
  options: OpenOptions,
  address: string | undefined,
): Promise<Omit<Connection, "reader"> & KnowsToken & { readonly tokenFrom: string }> {
  const { logLevel, concurrency, hidden = [], signal, insecureHttp = false } = options;
  const baseUrl = rootAddressOf(io, address);
  checkAddress(io, options, baseUrl);
  const { text: token, from: tokenFrom } = await tokenFor(io, options, options.organizations);
  const missing = [
    ...(baseUrl === "" ? [missingAddress()] : []),
    ...(token === "" ? [missingToken(io, options.organizations)] : []),
  ];
  if (missing.length > 0) throw new Stop(missing);
  const { lines = createLines(io, options, signal) } = options;
  const line = lines.to(baseUrl, token);
  const times: number[] = [];
  const { redact } = createRedactor(hidden);
  const timed = timing(traced(line.transport, io.span), io, ({ method, url }, { status }, milliseconds) => {
    times.push(milliseconds);
    if (logLevel !== "debug") return;
    io.stderr.write(`${method} ${redact(url)} ${status} ${milliseconds} ms\n`);
  });
  const client = createClient({
    baseUrl,
    token,
    ...(io.mask === undefined ? {} : { mask: io.mask }),
    insecureHttp,
    operations: operationsIn(options.edition ?? editionAt(baseUrl)),
    transport: timed,
    clock: io,
    random: io.random,
    ...(concurrency === undefined ? {} : { concurrency }),
    userAgent: `docform/${version}`,
    ...(signal === undefined ? {} : { signal }),
    pace: line.pace,
    ...(line.deadline === undefined ? {} : { deadline: line.deadline }),
  });
  const roundTripMilliseconds = (): number => medianOf(times);
  const close = options.lines === undefined ? lines.close : async (): Promise<void> => {};
  const { count: countToken } = createRedactor([token].filter(isTelling));
  const { span } = io;
  return { baseUrl, client, span, roundTripMilliseconds, countToken, tokenFrom, close };
}

/** Throws `Stop` for an address that cannot be used, with the place that it is from. */
function checkAddress(
  io: Io,
  { env, insecureHttp = false }: Pick<OpenOptions, "env" | "insecureHttp">,
  address: string,
): void {
  const read = address === "" ? undefined : readAddress(address, insecureHttp);
  if (read === undefined || "address" in read) return;
  const { problem, hint } = read;
  throw stop("DF4007", `${problem}; it is from ${placeOfAddress(io, env, address)}`, { hint });
}

/** Names the organization when others have a token of their own. */
function missingToken(io: Io, [first]: readonly TokenOwner[] = []): Diagnostic {
  if (first === undefined || !hasOwnTokens(io.env))
    return error("DF4001", "there is no access token", { hint: tokenHint(io) });
  const hint = `set ${tokenVariable(first.alias)}, or DOCFORM_TOKEN for all that have none of their own`;
  return error("DF4001", `there is no access token for ${first.alias}`, { hint });
}

/** The advice without a token. The job of a pull request never gets the one that writes. */
function tokenHint({ env }: Io): string {
  if (/^pull_request|^merge_group$/.test(env.GITHUB_EVENT_NAME ?? "") && env.GITHUB_ACTIONS)
    return "the secret DOCFORM_READ_TOKEN is empty here: set it in the settings of the repository, and hand it on in the workflow; pull requests of Dependabot get the secrets of Dependabot alone, so set it there, too";
  if (env.GITLAB_CI && env.CI_PIPELINE_SOURCE === "merge_request_event")
    return "the variable DOCFORM_READ_TOKEN is empty here: set it in the settings of the project; the branches of merge requests are seldom protected, and get no protected variable";
  return "set DOCFORM_TOKEN in the environment (for docform ci plan and docform ci drift only DOCFORM_READ_TOKEN), or name a file with --token-file; it is never taken from arguments";
}

/** The reads of the live state, through a client that can do nothing else. */
export function readerOf(client: ReadClient, project: Project, tokenFrom = "DOCFORM_TOKEN"): Reader {
  const explain = explainer(client, project, tokenFrom);
  const explained = (operation: Operation, params: JsonObject) => async (problem: unknown) => {
    throw await explain(await faultOrToken(client, problem), operation, params);
  };
  return {
    requests: () => client.requests,
    one: async (operation, params) => {
      const reading = client.send(operation, { params: texts(params) });
      return theOneAsked(operation, params, await reading.catch(explained(operation, params)));
    },
    find: (operation, params) => findOne(client, operation, params),
    list: async (operation, params) => {
      const reading = client.sendAll(operation, { params: texts(params) });
      return (await reading.catch(explained(operation, params))) as readonly JsonObject[];
    },
  };
}

/** Reads one object that may not be there. */
export async function findOne(
  client: ReadClient,
  operation: Operation,
  params: JsonObject,
): Promise<JsonObject | undefined> {
  try {
    return theOneAsked(operation, params, await client.send(operation, { params: texts(params) }));
  } catch (problem) {
    if (problem instanceof ApiError && problem.kind === "not-found") return undefined;
    throw problem;
  }
}

/** A transport that makes a span of each request. */
function traced(transport: Transport, span: Io["span"]): Transport {
  if (span === undefined) return transport;
  return (request) => {
    const { operation = "request", method, attempt = 1 } = request;
    return span(operation, { "http.request.method": method, "docform.attempt": attempt }, async (tell) => {
      const response = await transport(request);
      tell({ "http.response.status_code": response.status });
      return response;
    });
  };
}

/** A transport that measures the time of each request. */
function timing(
  transport: Transport,
  io: Io,
  tell: (request: HttpRequest, response: HttpResponse, milliseconds: number) => void,
): Transport {
  return async (request) => {
    const started = io.monotonic();
    const response = await transport(request);
    tell(request, response, Math.round(io.monotonic() - started));
    return response;
  };
}

/**
 * The object of a read, when it has the id in the path. Throws an `ApiError` for another object: a wrong
 * cache may send one, and a plan must not use it.
 */
function theOneAsked(operation: Operation, params: JsonObject, answer: Json | undefined): JsonObject {
  const [, name = ""] = /\{(\w+Id)\}$/.exec(operation.path) ?? [];
  const asked = params[name];
  const id = isObject(answer) ? answer.id : undefined;
  if (asked === undefined || id === undefined || id === asked) return answer as JsonObject;
  const reason = `it is of ${JSON.stringify(id)}, and ${JSON.stringify(asked)} was asked for`;
  throw new ApiError(operation, { kind: "wrong-shape", reason, path: operation.path });
}
