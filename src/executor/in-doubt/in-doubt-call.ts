import { type Operation, pathParameters } from "../../contract/operation.ts";
import { organizationOf } from "../../model/address.ts";
import type { PlanDocument, Step } from "../../model/documents/plan-document.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName, keyFields } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { startedBy, wasStarted } from "../../model/task-runs.ts";
import { isAsWritten, liveValue } from "../../planner/match/identity.ts";
import { treeField } from "../../planner/match/tree-kind.ts";
import type { FieldDiff } from "../../planner/state/draft.ts";
import { readRestorable } from "../../refresh/read-deleted.ts";
import { listingOf, readList } from "../../refresh/read-live.ts";
import type { Reader } from "../../refresh/reader.ts";
import { canonicalJson, equalJson, isObject, type Json, type JsonObject } from "../../text/json.ts";
import { messageOf } from "../../text/message-of.ts";

/** The result of resolving a call whose answer was lost. */
export type Resolution =
  /** The call was carried out; the answer is the found object. */
  | { readonly is: "done"; readonly answer: Json }
  | { readonly is: "not done"; readonly message: string }
  | { readonly is: "unknown"; readonly message: string; readonly next?: string };

/** A call that is resolved by reading when its answer is lost. */
export interface InDoubtCall {
  /** Calls of equal signature cannot be told apart afterwards, so only one of them is under way at a time. */
  readonly signature: string;
  /** Reads the list that shows it, before the call. Throws when it cannot. */
  readonly readBefore: () => Promise<void>;
  /**
   * Reads the list now. `idsOfThisRun` holds the ids that other steps of the run created or used. Throws when it
   * cannot read.
   */
  readonly resolve: (idsOfThisRun: ReadonlySet<string>) => Promise<Resolution>;
  /** Reads the list now: ids of all new objects that the call can have made. Left out for a call that makes none. */
  readonly made?: (idsOfThisRun: ReadonlySet<string>) => Promise<readonly string[]>;
}

/**
 * The reads for a step whose answer is lost: for a create, a copy, a task and a restore. The client repeats
 * any other call, and the platform answers when nothing is left to change (A2). `before` reads the lists before
 * a call; it is left out in a rehearsal, where no answer is lost.
 */
export function inDoubtCalls(
  kinds: readonly Kind[],
  { organizations }: Pick<PlanDocument, "organizations">,
  reader: Reader,
  before?: Reader,
): (step: Step) => InDoubtCall | undefined {
  return (step) => {
    const restored = kinds.find(({ tree }) => tree?.restore?.operation.name === step.operation);
    if (restored !== undefined) return restoreInDoubt(restored, step, reader);
    const inviting = kinds.find(({ invitation }) => invitation?.operation.name === step.operation);
    if (inviting !== undefined) return invitationInDoubt(inviting, step, reader);
    const kind = startedBy(kinds, step) ?? madeBy(kinds, step);
    if (kind === undefined) return undefined;
    const list = listingOf(kind);
    const params = listParams(list, step, organizations[organizationOf(step.address)] ?? "");
    const isTask = kind.task?.operation.name === step.operation;
    let had: readonly JsonObject[] | undefined;
    const news = async (idsOfThisRun: ReadonlySet<string>): Promise<readonly JsonObject[]> =>
      newsOf(kind, step, had ?? [], await readList(reader, kind, params), idsOfThisRun);
    return {
      signature: signatureOf(kind, list, params, step),
      readBefore: async () => {
        if (before === undefined) return;
        had = await readList(before, kind, params).catch((problem: unknown) => {
          throw new Error(`the list of existing ${kind.plural} could not be read: ${messageOf(problem)}`);
        });
      },
      resolve: async (idsOfThisRun) => {
        if (had === undefined) return { is: "unknown", message: "the list was not read before the call" };
        if (!isTask) return createResolution(await news(idsOfThisRun));
        return taskResolution(kind, step, had, await readList(reader, kind, params));
      },
      ...(isTask
        ? {}
        : { made: async (idsOfThisRun) => (await news(idsOfThisRun)).map(({ id }) => String(id)) }),
    };
  };
}

/** A restore is done when its object is deleted no more: the platform refuses to restore it again. */
function restoreInDoubt(kind: Kind, step: Step, reader: Reader): InDoubtCall {
  const id = String(step.params[kind.idParam]);
  return {
    signature: `restore ${id}`,
    readBefore: async () => {},
    resolve: async () => {
      const [found] = await readRestorable(reader, kind, "", id);
      return found === undefined || found.deleted === true
        ? { is: "not done", message: "it is still deleted" }
        : { is: "done", answer: found.answer };
    },
  };
}

/** An invitation is done when the person is there. Otherwise nobody knows, and it is never sent again (G2). */
function invitationInDoubt(kind: Kind, step: Step, reader: Reader): InDoubtCall {
  const whom = isObject(step.body) ? kind.invitation?.whom(step.body) : undefined;
  const [name = ""] = keyFields(kind);
  const isThere = (item: JsonObject): boolean => {
    const [field, live] = [kind.fields[name], liveValueIn(kind, name, item)];
    return whom !== undefined && field !== undefined && isAsWritten(field, live, whom);
  };
  return {
    signature: `invite ${whom}`,
    readBefore: async () => {},
    resolve: async () => {
      const found = (
        await reader.list(kind.operations.read, listParams(kind.operations.read, step, ""))
      ).some(isThere);
      return found
        ? { is: "done", answer: null }
        : {
            is: "unknown",
            message: "no call tells who is invited",
            next: "ask the person whether the mail came: it is not sent again until guards.inviteAgainAfter",
          };
    },
  };
}

/** The kind that a call makes one of. */
function madeBy(kinds: readonly Kind[], { operation }: Step): Kind | undefined {
  return kinds.find(
    ({ operations: { create }, tree }) =>
      (create?.name === operation && create.retry === "create") || tree?.copy?.name === operation,
  );
}

function listParams(list: Operation, { params }: Step, organization: string): JsonObject {
  return Object.fromEntries(
    pathParameters(list).map((name) => [
      name,
      params[name] ?? (name === "organizationId" ? organization : ""),
    ]),
  );
}

function signatureOf(kind: Kind, list: Operation, params: JsonObject, step: Step): string {
  const body = isObject(step.body) ? step.body : {};
  const names = isObject(step.body)
    ? namesSent(kind, body).map(({ value }) => value)
    : [step.params[kind.idParam] ?? ""];
  return canonicalJson([list.name, params, step.operation, names, parentSent(kind, body)]);
}

/** One more run is counted, or one is going on where none was. */
function taskResolution(
  kind: Kind,
  step: Step,
  before: readonly JsonObject[],
  now: readonly JsonObject[],
): Resolution {
  const isIt = ({ id }: JsonObject): boolean => id === step.params[kind.idParam];
  const [had, has] = [before.find(isIt), now.find(isIt)];
  const started = kind.task && had && has && wasStarted(kind.task, had, has);
  if (started === undefined) return { is: "unknown", message: "the platform does not show which run it was" };
  return started ? { is: "done", answer: null } : { is: "not done", message: "no run was added" };
}

/** The new objects that match the natural key of a create. */
function newsOf(
  kind: Kind,
  step: Step,
  before: readonly JsonObject[],
  now: readonly JsonObject[],
  idsOfThisRun: ReadonlySet<string>,
): readonly JsonObject[] {
  const known = new Set(before.map(({ id }) => id));
  const news = now.filter(({ id }) => !known.has(id ?? null) && !idsOfThisRun.has(String(id)));
  const isMade = isObject(step.body)
    ? madeFrom(kind, step.body)
    : copiedFrom(kind, step, [...before, ...now]);
  return news.filter(isMade);
}

/** A create is done when exactly one new object matches the natural key of the call. */
function createResolution([one, ...more]: readonly JsonObject[]): Resolution {
  if (one === undefined)
    return { is: "not done", message: "the list shows nothing new that it can have made" };
  if (more.length === 0) return { is: "done", answer: one };
  const ids = [one, ...more].map(({ id }) => `"${String(id)}"`).join(", ");
  return { is: "unknown", message: `it can have made any of these: ${ids}` };
}

/** A value that a body sends for a field. */
type Sent = Pick<FieldDiff, "name" | "field" | "value">;

/** A created object has the names of the body and the same parent. */
function madeFrom(kind: Kind, body: JsonObject): (item: JsonObject) => boolean {
  const sent = namesSent(kind, body);
  return (item) =>
    equalJson(parentOf(kind, item), parentSent(kind, body)) &&
    sent.every(({ name, field, value }) => isAsWritten(field, liveValueIn(kind, name, item), value));
}

/** A copy has the same parent as its original, and a name derived from its name (A16). */
function copiedFrom(kind: Kind, { params }: Step, all: readonly JsonObject[]): (item: JsonObject) => boolean {
  const originals = all.filter(({ id }) => id === params[kind.idParam]);
  const names = originals.map((one) => kind.tree?.copyName?.(kind.label(one)));
  const parents = originals.map((one) => canonicalJson(parentOf(kind, one)));
  return (item) => names.includes(kind.label(item)) && parents.includes(canonicalJson(parentOf(kind, item)));
}

/** The fields of a body that form the natural key of a kind or are required by it. */
function namesSent(kind: Kind, body: JsonObject): readonly Sent[] {
  const names = new Set([...kind.required, ...keyFields(kind)]);
  return [...names].flatMap((name): Sent[] => {
    const field = kind.fields[name];
    if (field === undefined || field.tree !== undefined) return [];
    const raw = body[apiName(name, field)];
    const value = field.write === undefined || raw === undefined ? raw : field.read?.(body);
    // The platform may return a structured value in another form, so it is not compared.
    if (value === undefined || (typeof value === "object" && value !== null)) return [];
    return [{ name, field, value }];
  });
}

function liveValueIn(kind: Kind, name: string, answer: JsonObject): Json | undefined {
  const live: LiveResource = { kind: kind.name, id: "", organization: "", answer, memberships: {} };
  return liveValue(kind, name, live);
}

/** The name of the body field for the parent; undefined for a kind without a parent. */
function parentBody(kind: Kind): string | undefined {
  const name = treeField(kind, "parent");
  const field = name === undefined ? undefined : kind.fields[name];
  return name === undefined || field === undefined ? kind.sequence?.containerBody : apiName(name, field);
}

/** The parent in a body; null for the root. */
function parentSent(kind: Kind, body: JsonObject): Json {
  return body[parentBody(kind) ?? ""] ?? null;
}

/** The parent of an item of a list; null for the root. */
function parentOf(kind: Kind, item: JsonObject): Json {
  if (parentBody(kind) === undefined) return null;
  const name = treeField(kind, "parent");
  return (name === undefined ? kind.sequence?.containerOf(item) : liveValueIn(kind, name, item)) ?? null;
}
