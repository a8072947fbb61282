import type { ServerResponse } from "node:http";
import { type ScriptedServer, type Seen, startServer } from "../network/scripted-server.ts";
import { type ServiceApi, serviceApi } from "./service-api.ts";

/** A request of an operation. */
export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The lists of the query, such as `refs[]=main&refs[]=change`. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  // biome-ignore lint/suspicious/noExplicitAny: the schema has checked it
  readonly body: any;
}

/** The answer of a handler: fields that the schema fills up. A list is cut into pages. */
export interface Answer {
  readonly status: number;
  readonly data?: object | readonly object[];
}

/** The handlers of a service, by operation. */
export type Handlers = Readonly<Record<string, (call: Call) => Answer>>;

/** An answer that comes in place of that of the service. */
export interface Fault {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Runs before a request is answered. When it makes a fault, the request does nothing more. */
type Change = () => unknown;

/** A service in memory behind a socket. */
export interface ServiceServer {
  /** The root of its API. */
  readonly apiUrl: string;
  readonly seen: ScriptedServer["seen"];
  /** The requests, such as `POST /graphql`. */
  readonly lines: () => readonly string[];
  /** The requests that the description of its API does not allow: empty in every test. */
  readonly problems: string[];
  /** Answers the next requests whose line has this text in it. A function may change the repository before. */
  readonly fail: (line: string, ...faults: readonly (Fault | Change)[]) => void;
  readonly close: () => Promise<void>;
}

/** The token that the servers take. */
export const token = "canary-service-token";

/** Starts a server for a service; `others` answers what the description does not have. */
export async function startService(
  service: "github" | "gitlab",
  handlers: Handlers,
  {
    root = "",
    others,
  }: { readonly root?: string; readonly others?: (seen: Seen) => object | undefined } = {},
): Promise<ServiceServer> {
  const api = serviceApi(service);
  const problems: string[] = [];
  const faults: { readonly line: string; readonly fault: Fault | Change }[] = [];
  const server = await startServer((seen, response) => {
    const fault = takeFault(faults, seen);
    const isKnown = seen.headers.authorization?.split(" ")[1] === token;
    const other = isKnown ? others?.(seen) : undefined;
    if (fault !== undefined) send(response, fault);
    else if (!isKnown) send(response, { status: 401, body: { message: "Bad credentials" } });
    else if (other !== undefined) send(response, { status: 200, body: other });
    else send(response, answerTo(api, handlers, problems, seen, service === "github" ? root : ""));
  });
  return {
    apiUrl: `${server.url}${root}`,
    seen: server.seen,
    lines: () => server.seen.map(({ method, url }) => `${method} ${url}`),
    problems,
    fail: (line, ...more) => faults.push(...more.map((fault) => ({ line, fault }))),
    close: server.close,
  };
}

function takeFault(faults: { line: string; fault: Fault | Change }[], { method, url }: Seen) {
  const at = faults.findIndex(({ line }) => `${method} ${url}`.includes(line));
  const [taken] = at === -1 ? [] : faults.splice(at, 1);
  const made = typeof taken?.fault === "function" ? taken.fault() : taken?.fault;
  return isFault(made) ? made : undefined;
}

function isFault(made: unknown): made is Fault {
  return typeof made === "object" && made !== null && "status" in made;
}

/** The answer of the service, and what the description does not allow. GitHub's has paths below the root. */
function answerTo(
  api: ServiceApi,
  handlers: Handlers,
  problems: string[],
  { method, url, body: text, headers }: Seen,
  root: string,
): Fault {
  const address = new URL(url, `http://${headers.host}`);
  const { query, lists } = queryOf(address);
  const { name, params } = api.find(method, address.pathname.slice(root.length)) ?? {
    name: `${method} ${url}`,
    params: {},
  };
  const handler = handlers[name];
  const body = text === "" ? undefined : JSON.parse(text);
  const wrong =
    handler === undefined
      ? [`nothing handles ${name}`]
      : api.requestProblems(name, { ...query, ...lists }, body);
  problems.push(...wrong);
  if (handler === undefined || wrong.length > 0) return { status: 400, body: { message: wrong.join() } };
  const { status, data = {} } = handler({ params, query, lists, body });
  if (status >= 400) return { status, body: data };
  const { items, link } = pageOf(address, data);
  const fill = (fields: object): unknown => api.answer(name, status, fields);
  const whole = items === undefined ? fill(data) : items.map(fill);
  problems.push(...api.answerProblems(name, status, whole));
  return { status, body: whole, headers: link };
}

function queryOf({ searchParams }: URL): Pick<Call, "query" | "lists"> {
  const names = [...new Set(searchParams.keys())];
  const isList = (name: string): boolean => name.endsWith("[]");
  return {
    query: Object.fromEntries([...searchParams].filter(([name]) => !isList(name))),
    lists: Object.fromEntries(
      names.filter(isList).map((name) => [name.slice(0, -2), searchParams.getAll(name)]),
    ),
  };
}

/** The page of a list that an address asks for, and the link to the next one. */
function pageOf(address: URL, data: object | readonly object[]) {
  if (!Array.isArray(data)) return { items: undefined, link: {} };
  const size = Number(address.searchParams.get("per_page") ?? 20);
  const page = Number(address.searchParams.get("page") ?? 1);
  address.searchParams.set("page", String(page + 1));
  const items: readonly object[] = data.slice((page - 1) * size, page * size);
  return { items, link: page * size >= data.length ? {} : { link: `<${address.href}>; rel="next"` } };
}

function send(response: ServerResponse, { status, body, headers }: Fault): void {
  const isPage = typeof body === "string";
  const type = isPage ? "text/html" : "application/json; charset=utf-8";
  response
    .writeHead(status, { "content-type": type, ...headers })
    .end(isPage ? body : JSON.stringify(body ?? {}));
}
