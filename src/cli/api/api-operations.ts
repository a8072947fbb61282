import { type Method, mutates, type Operation, pathParameters } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { inReferenceOrder } from "../../contract/parts.ts";
import { type Stop, stop } from "../../model/stop.ts";
import { table } from "../../render/text/columns.ts";
import { counted } from "../../render/words.ts";
import type { JsonObject } from "../../text/json.ts";
import { nearMatch } from "../../text/near-match.ts";

/** The operation that a command line names, the parameters from its path, and the remaining words. */
export interface Target {
  readonly operation: Operation;
  /** Path parameters, where a path was written out. */
  readonly params: Readonly<Record<string, string>>;
  /** `key=value` for each parameter of the query of a path that was written out, then the other words. */
  readonly words: readonly string[];
}

const all: readonly Operation[] = Object.values(operations);
const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const satisfies readonly Method[];

/**
 * Finds the operation of `listTeams …` or `GET /orgs/org_1/teams …`; throws `Stop` when there is none.
 */
export function findTarget(words: readonly string[]): Target {
  const [first, second, ...rest] = words;
  if (first === undefined)
    throw wrong(
      "name an operation",
      "docform api --list shows them; docform api --help says how to call one",
    );
  const method = methods.find((one) => one === first.toUpperCase());
  if (method !== undefined) return byPath(method, second ?? "", rest);
  if (first.startsWith("/")) throw wrong(`"${first}" is a path`, `write METHOD /path: GET ${first}`);
  const operation = all.find(({ name }) => name === first);
  if (operation !== undefined) return { operation, params: {}, words: words.slice(1) };
  const near = nearMatch(
    first,
    all.map(({ name }) => name),
  );
  const meant = near === undefined ? "" : `did you mean ${near}? `;
  throw wrong(`there is no operation "${first}"`, `${meant}docform api --list shows all of them`);
}

function byPath(method: Method, text: string, rest: readonly string[]): Target {
  const [path = "", search = ""] = splitOnce(text, "?");
  const segments = segmentsOf(path);
  if (segments === undefined) throw wrong(`"${path}" is not a path`, "write it as GET /orgs/org_1/teams");
  const fitting = all
    .filter((operation) => fits(operation, segments))
    .sort((a, b) => pathParameters(a).length - pathParameters(b).length);
  const operation = fitting.find((one) => one.method === method);
  if (operation === undefined) throw noOperation(method, `/${segments.join("/")}`, fitting);
  const query = [...new URLSearchParams(search)].map(([name, value]) => `${name}=${value}`);
  return { operation, params: paramsOf(operation, segments), words: [...query, ...rest] };
}

/**
 * The decoded segments of a path below `/v1` (with or without `/v1` in front); undefined when the text is no
 * path.
 */
function segmentsOf(path: string): readonly string[] | undefined {
  const trimmed = path.replace(/^\/?(v1\/)?/, "");
  if (trimmed === "") return undefined;
  try {
    return trimmed.split("/").map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function templateOf({ path }: Operation): readonly string[] {
  return path.slice(1).split("/");
}

function fits(operation: Operation, segments: readonly string[]): boolean {
  const template = templateOf(operation);
  if (template.length !== segments.length) return false;
  return template.every((part, at) => (part.startsWith("{") ? segments[at] !== "" : part === segments[at]));
}

/**
 * The path parameters that the segments give. A segment written as in the template (`{organizationId}`) gives
 * none.
 */
function paramsOf(operation: Operation, segments: readonly string[]): Readonly<Record<string, string>> {
  const pairs = templateOf(operation).flatMap((part, at) =>
    part.startsWith("{") && segments[at] !== part ? [[part.slice(1, -1), segments[at] ?? ""]] : [],
  );
  return Object.fromEntries(pairs);
}

function noOperation(method: Method, path: string, fitting: readonly Operation[]): Stop {
  const possible = fitting.map((one) => `${one.method} (${one.name})`).join(", ");
  return fitting.length > 0
    ? wrong(`${method} is not possible on ${path}`, `possible: ${possible}`)
    : wrong(`there is no operation ${method} ${path}`, "docform api --list shows all of them");
}

function wrong(message: string, hint: string): Stop {
  return stop("DF5001", message, { hint });
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** The operations that hold all of the words, in their name, method, path, part or summary. */
export function matchingOperations(words: readonly string[]): readonly Operation[] {
  const wanted = words.map((word) => word.toLowerCase());
  return inReferenceOrder<Operation>(Object.values(operations)).filter(
    ({ name, method, path, part, summary }) => {
      const text = `${name} ${method} ${path} ${part} ${summary}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    },
  );
}

/** Operations as a table, with how many there are. */
export function renderOperations(found: readonly Operation[]): string {
  const rows = found.map(({ name, method, path, part, summary }) => [name, method, path, part, summary]);
  const lines = table([["NAME", "METHOD", "PATH", "PART", "SUMMARY"], ...rows]);
  return `${lines.join("\n")}\n\n${counted(found.length, "operation")}; docform api NAME --help shows what one takes\n`;
}

/** Operations as data. */
export function operationData(found: readonly Operation[]): readonly JsonObject[] {
  return found.map((operation) => {
    const { name, method, path, part, summary, retry } = operation;
    return { name, method, path, part, summary, mutates: mutates(operation), retry };
  });
}
