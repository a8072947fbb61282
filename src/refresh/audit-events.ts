import type { ReadClient } from "../client/client.ts";
import { ApiError } from "../client/errors.ts";
import type { Operation } from "../contract/operation.ts";
import type { Address } from "../model/address.ts";
import type { ChangedBy, DriftDocument } from "../model/documents/drift-document.ts";
import { groupBy } from "../model/group-by.ts";
import { isObject, type Json, type JsonObject } from "../text/json.ts";

/** Objects that one look asks about: each costs a request. */
export const mostAsked = 20;

/** An object of an organization, both by their ids on the platform. */
interface Target {
  readonly address: Address;
  readonly id: string;
  /** The kind of the object with this id, where it is the parent of what is at the address. */
  readonly of?: string;
  readonly organizationId: string;
}

/** How audit events are asked for. */
interface Asking {
  readonly client: Pick<ReadClient, "send">;
  readonly operation: Operation;
  /** The time after which changes count, by the id of the organization. */
  readonly since: (organizationId: string) => string;
}

type Told = { readonly address: Address; readonly by?: ChangedBy | undefined } | { readonly problem: string };

/**
 * The last to change each object, of at most so many: a request and a page each. An organization that answers the first
 * question with a failure is asked no more; a failure is told, and ends nothing.
 */
export async function readActors(
  targets: readonly Target[],
  asking: Asking,
): Promise<{ readonly by: ReadonlyMap<Address, ChangedBy>; readonly audit: DriftDocument["audit"] }> {
  const asked = targets.slice(0, mostAsked);
  const organizations = [...groupBy(asked, ({ organizationId }) => organizationId).values()];
  const told = (await Promise.all(organizations.map((own) => askFor(own, asking)))).flat();
  const problem = told.find((one) => "problem" in one);
  const by = told.flatMap((one) =>
    "by" in one && one.by !== undefined ? [[one.address, one.by] as const] : [],
  );
  const counts = { asked: asked.length, notAsked: targets.length - asked.length };
  return { by: new Map(by), audit: { ...counts, ...problem } };
}

async function askFor([first, ...rest]: readonly Target[], asking: Asking): Promise<readonly Told[]> {
  if (first === undefined) return [];
  const one = await askAbout(first, asking);
  return "problem" in one ? [one] : [one, ...(await Promise.all(rest.map((each) => askAbout(each, asking))))];
}

async function askAbout(
  { address, id, organizationId, ...rest }: Target,
  { client, operation, since }: Asking,
): Promise<Told> {
  const from = since(organizationId);
  const query = { target: id, from, limit: "100" };
  try {
    const page = await client.send(operation, { params: { organizationId }, query });
    const events = isObject(page) && Array.isArray(page.items) ? page.items.filter(isObject) : [];
    // A platform that leaves out a filter would name somebody who changed another object, or long before.
    const own = events.filter((one) => textIn(one.target, "id") === id && timeOf(one) >= Date.parse(from));
    const last = lastActor(own);
    return { address, by: last && { ...last, ...rest } };
  } catch (problem) {
    if (problem instanceof ApiError) return { problem: whyUnknown(problem) };
    throw problem;
  }
}

function whyUnknown({ status, reason }: ApiError): string {
  const isUsual = status === 401 || status === 403 || status === 404;
  const needs = "they need a token of an administrator, in an Enterprise organization";
  if (isUsual) return `the platform gives no audit events (${status}); ${needs}`;
  return `the audit events could not be read: ${status === undefined ? "" : `${status} `}${reason}`;
}

function timeOf(event: JsonObject): number {
  return Date.parse(textIn(event, "occurredAt"));
}

/** The actor of the newest event, and how many others there are: events come newest first. */
function lastActor(events: readonly JsonObject[]): ChangedBy | undefined {
  const [last] = events;
  if (last === undefined) return undefined;
  const actors = new Set(events.map(({ actor }) => textIn(actor, "id")));
  return {
    name: textIn(last.actor, "label") || [textIn(last.actor, "type"), textIn(last.actor, "id")].join(" "),
    type: textIn(last.actor, "type"),
    source: textIn(last, "source"),
    action: textIn(last, "action"),
    at: new Date(timeOf(last)).toISOString(),
    others: actors.size - 1,
  };
}

function textIn(value: Json | undefined, key: string): string {
  const text = isObject(value) ? (value as JsonObject)[key] : undefined;
  return typeof text === "string" ? text : "";
}
