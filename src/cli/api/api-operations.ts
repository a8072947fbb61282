import { type Edition, lackOf } from "../../contract/edition.ts";
import { type Method, mutates, type Operation, pathParameters } from "../../contract/operation.ts";
import { operationsIn } from "../../contract/operations.ts";
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

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const satisfies readonly Method[];

/**
 * Finds the operation of `listTeams …` or `GET /orgs/org_1/teams …` in an edition of the API; throws `Stop` when it has
 * none.
 */
export function findTarget(words: readonly string[], edition: Edition): Target {
  const operations = operationsIn(edition);
  const [first, second, ...rest] = words;
  if (first === undefined)
    throw wrong(
      "name an operation",
      "docform api --list shows them; docform api --help says how to call one",
    );
  const method = methods.find((one) => one === first.toUpperCase());
  if (method !== undefined) return byPath(edition, method, second ?? "", rest);
  if (first.startsWith("/")) throw wrong(`"${first}" is a path`, `write METHOD /path: GET ${first}`);
  const operation = Object.hasOwn(operations, first) ? operations[first] : undefined;
  if (operation !== undefined) return { operation, params: {}, words: words.slice(1) };
  refuseLack(edition, first, (other) => Object.hasOwn(operationsIn(other), first));
  const near = nearMatch(first, Object.keys(operations));
  const meant = near === undefined ? "" : `did you mean ${near}? `;
  throw wrong(`there is no operation "${first}"`, `${meant}docform api --list shows all of them`);
}

function byPath(edition: Edition, method: Method, text: string, rest: readonly string[]): Target {
  const [path = "", search = ""] = splitOnce(text, "?");
  const segments = segmentsOf(path);
  if (segments === undefined) throw wrong(`"${path}" is not a path`, "write it as GET /orgs/org_1/teams");
  const fitting = fittingIn(edition, segments);
  const operation = fitting.find((one) => one.method === method);
  if (operation === undefined) {
    const called = `${method} /${segments.join("/")}`;
    refuseLack(edition, called, (other) => fittingIn(other, segments).some((its) => its.method === method));
    throw noOperation(called, fitting);
  }
  const query = [...new URLSearchParams(search)].map(([name, value]) => `${name}=${value}`);
  return { operation, params: paramsOf(operation, segments), words: [...query, ...rest] };
}

/** The operations of an edition with that path, those with the fewest parameters first. */
function fittingIn(edition: Edition, segments: readonly string[]): readonly Operation[] {
  return Object.values(operationsIn(edition))
    .filter((operation) => fits(operation, segments))
    .sort((a, b) => pathParameters(a).length - pathParameters(b).length);
}

/** Throws `Stop` for a call that only another edition has. */
function refuseLack(own: Edition, called: string, isIn: (other: Edition) => boolean): void {
  const lack = lackOf(own, `"${called}"`, isIn);
  if (lack === undefined) return;
  const hint = `docform api --list shows all of ${own}; --api ${lack.other} calls the other edition`;
  throw wrong(lack.message, hint);
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

function noOperation(called: string, fitting: readonly Operation[]): Stop {
  const possible = fitting.map((one) => `${one.method} (${one.name})`).join(", ");
  return fitting.length > 0
    ? wrong(`${called.replace(" ", " is not possible on ")}`, `possible: ${possible}`)
    : wrong(`there is no operation ${called}`, "docform api --list shows all of them");
}

function wrong(message: string, hint: string): Stop {
  return stop("DF5001", message, { hint });
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + separator.length)];
}

/** The operations of an edition that hold all of the words, in their name, method, path, part or summary. */
export function matchingOperations(words: readonly string[], edition: Edition): readonly Operation[] {
  const wanted = words.map((word) => word.toLowerCase());
  return inReferenceOrder(Object.values(operationsIn(edition))).filter(
    ({ name, method, path, part, summary }) => {
      const text = `${name} ${method} ${path} ${part} ${summary}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    },
  );
}

/** Operations as a table, with how many there are, and of which edition when it is not the reference. */
export function renderOperations(found: readonly Operation[], edition: Edition): string {
  const rows = found.map(({ name, method, path, part, summary }) => [name, method, path, part, summary]);
  const lines = table([["NAME", "METHOD", "PATH", "PART", "SUMMARY"], ...rows]);
  const of = edition === "reference" ? "" : ` of the edition ${edition}`;
  return `${lines.join("\n")}\n\n${counted(found.length, "operation")}${of}; docform api NAME --help shows what one takes\n`;
}

/** Operations as data. */
export function operationData(found: readonly Operation[]): readonly JsonObject[] {
  return found.map((operation) => {
    const { name, method, path, part, summary, retry } = operation;
    return { name, method, path, part, summary, mutates: mutates(operation), retry };
  });
}
