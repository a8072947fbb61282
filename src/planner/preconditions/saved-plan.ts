import type { Address } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { Change, GuardVerdict, PlanDocument } from "../../model/documents/plan-document.ts";
import { apiName, type KindIndex } from "../../model/kind-index.ts";
import type { Hash } from "../../text/hash.ts";
import { canonicalJson, isObject, type Json } from "../../text/json.ts";
import { namedTarget, normalized } from "../match/identity.ts";

/** The parts of a plan that a reviewer sees: no versions, no times, no positions in files. */
type Reviewable = Pick<PlanDocument, "platform" | "organizations" | "steps" | "changes" | "observed">;

/**
 * The digest of a plan: two plans have the same one when they do the same, on the same preconditions and with the same
 * risks. Hidden values are in it by the slow hash that stands for them.
 */
export function digestOf(
  { platform, organizations, steps, changes, observed = {} }: Reviewable,
  hash: Hash,
): string {
  const risks = changes.filter(isRisky).map(({ address, action, risks: told }) => [address, action, told]);
  const place = platform.api === undefined ? platform.baseUrl : platform;
  const calls = steps.map(({ afterReasons: _, ...step }) => step);
  return hash(canonicalJson({ platform: place, organizations, steps: calls, observed, risks }));
}

/** A blocked change does nothing, so nobody reviews a risk of it. */
function isRisky({ action, risks = [] }: Change): boolean {
  return action !== "blocked" && risks.length > 0;
}

/** The checksum of a document, whatever fields it has, those of a later version too. */
export function checksumOf(document: object, hash: Hash): string {
  return hash(canonicalJson({ ...document, checksum: undefined }));
}

/** The document with its checksum, which tells apply that nobody edited it. */
export function withChecksum(document: PlanDocument, hash: Hash): PlanDocument {
  return { ...document, checksum: checksumOf(document, hash) };
}

/**
 * A saved plan with what guards hold of it by now, and did not when it was saved: platform, manifests and settings may
 * have changed elsewhere since. What it was allowed then stays allowed.
 */
export function heldNow(saved: PlanDocument, verdicts: readonly GuardVerdict[]): PlanDocument {
  const known = new Set(saved.guards.map(verdictKey));
  const others = verdicts.filter((verdict) => verdict.held && !known.has(verdictKey(verdict)));
  if (others.length === 0) return saved;
  const added = others.map((verdict) => ({
    ...verdict,
    message: `${verdict.message}; it was not so when the plan was saved`,
  }));
  const summary = { ...saved.summary, held: saved.summary.held + added.length };
  return { ...saved, guards: [...saved.guards, ...added], summary };
}

/** The identity of a verdict: its message counts what else is there, which may differ. */
function verdictKey({ rule, policy = "", address = "", allow = "" }: GuardVerdict): string {
  return [rule, policy, address, allow].join(" ");
}

/** A value that a plan hides: where it belongs, and what stands for it. */
export interface HiddenValue {
  readonly address: Address;
  readonly field: string;
  /** Of a field that is one part of an object in the body: the part that is hidden. */
  readonly part?: string;
  readonly token: string;
}

/** The hidden values that a plan needs to run, and to tell what it rests on; each place once. */
function hiddenIn(document: PlanDocument, kinds: KindIndex): readonly HiddenValue[] {
  const kindNames = new Map(document.changes.map(({ address, kind }) => [address, kind]));
  const sent = document.steps.flatMap(({ address, body }) => {
    const kind = kindNames.get(address);
    const fields = kind === undefined ? [] : Object.entries(kinds.get(kind).fields);
    const named = (key: string) =>
      fields.filter(([name, field]) => apiName(name, field) === key).map(([name]) => name);
    const whole = tokensIn(address, body, (key) => named(key)[0]);
    return [...whole, ...partsIn(address, body, named)];
  });
  const looked = Object.entries(document.observed ?? {}).flatMap(([address, { claims = [] }]) =>
    claims.flatMap(({ where }) => tokensIn(address, where, (name) => name)),
  );
  const places = new Map(
    [...looked, ...sent].map((one) => [`${one.address} ${one.field} ${one.part} ${one.token}`, one]),
  );
  return [...places.values()];
}

function tokensIn(
  address: Address,
  value: Json | undefined,
  fieldOf: (key: string) => string | undefined,
): readonly HiddenValue[] {
  return Object.entries(isObject(value) ? value : {}).flatMap(([key, inner]) => {
    const token = isObject(inner) ? inner.$sensitive : undefined;
    return typeof token === "string" ? [{ address, field: fieldOf(key) ?? key, token }] : [];
  });
}

/** Hidden parts of objects that several fields make up in a body; each may come from any of those fields. */
function partsIn(
  address: Address,
  body: Json | undefined,
  fieldsOf: (key: string) => readonly string[],
): readonly HiddenValue[] {
  return Object.entries(isObject(body) ? body : {}).flatMap(([key, whole]) =>
    tokensIn(address, whole, (part) => part).flatMap(({ field: part, token }) =>
      fieldsOf(key).map((field) => ({ address, field, part, token })),
    ),
  );
}

/** The hidden values that the manifests and the environment give now. */
interface Revealed {
  /** Values by what stands for them. */
  readonly secrets: ReadonlyMap<string, Json>;
  /** Those that are not there any more, or are other ones. */
  readonly lost: readonly HiddenValue[];
}

/** Takes hidden values from their sources again: only one with the same hash is the one that was reviewed. */
export function reveal(
  document: PlanDocument,
  desired: Desired,
  kinds: KindIndex,
  mask: (value: Json, place: string) => string,
): Revealed {
  const hidden = hiddenIn(document, kinds);
  const resources = new Map(desired.resources.map((resource) => [resource.address, resource]));
  const secrets = new Map<string, Json>();
  for (const { address, field, part, token } of hidden) {
    const resource = resources.get(address);
    const forms = resource === undefined ? [] : formsOf(document, resource, kinds, field);
    const place = part === undefined ? `${address} ${field}` : `${address} ${field} ${part}`;
    const values = forms.flatMap((form) => (part === undefined ? [form] : partOf(form, part)));
    const value = values.find((one) => mask(one, place) === token);
    if (value !== undefined) secrets.set(token, value);
  }
  const missing = hidden.filter(({ token }) => !secrets.has(token));
  return { secrets, lost: missing.filter((one) => one === hiddenField(one, missing, resources)) };
}

/** The name of a missing part in messages: the field that hides it, of those that may have it. */
function hiddenField(
  { token }: HiddenValue,
  missing: readonly HiddenValue[],
  resources: ReadonlyMap<Address, DesiredResource>,
): HiddenValue | undefined {
  const all = missing.filter((one) => one.token === token);
  const hides = ({ address, field }: HiddenValue): boolean =>
    resources.get(address)?.sensitive.includes(field) === true;
  return all.find(hides) ?? all[0];
}

function partOf(form: Json, part: string): readonly Json[] {
  const value = isObject(form) ? form[part] : undefined;
  return value === undefined ? [] : [value];
}

/** The forms that a written value takes in calls and in comparisons. */
function formsOf(
  { observed = {} }: PlanDocument,
  resource: DesiredResource,
  kinds: KindIndex,
  name: string,
): readonly Json[] {
  const field = kinds.get(resource.kind).fields[name];
  const written = resource.values[name];
  if (field === undefined || written === undefined) return [];
  if (written === null) return [null];
  const target = namedTarget(resource, field, String(written), kinds);
  const id = target?.id ?? observed[target?.address ?? ""]?.id ?? undefined;
  const sent = field.write === undefined ? written : field.write(written);
  const forms = new Map(
    [sent, normalized(field, written), written, ...(id === undefined ? [] : [id])].map((form) => [
      JSON.stringify(form),
      form,
    ]),
  );
  return [...forms.values()];
}

/**
 * The changes of a reviewed plan that have other risks by now, such as one more thing that goes with a delete. A new plan
 * that wants something else at an address says nothing of it.
 */
export function riskDifferences(
  reviewed: readonly Change[],
  again: readonly Change[],
): readonly Diagnostic[] {
  const now = new Map(again.map((change) => [effectOf(change), change]));
  return reviewed.flatMap((change) => {
    const same = now.get(effectOf(change));
    const [was, is] = [risksText(change), same === undefined ? undefined : risksText(same)];
    if (change.action === "blocked" || is === undefined || is === was) return [];
    const message = `${change.address}: the risks were ${was}, and are ${is} now`;
    const { source } = change;
    const hint = "run docform plan again and review what it shows";
    return [error("DF3006", message, { ...(source === undefined ? {} : { source }), hint })];
  });
}

function effectOf({ address, action, id, fields = [] }: Change): string {
  return canonicalJson([address, action, id ?? null, fields.map(({ path, after }) => [path, after ?? null])]);
}

function risksText({ risks = [] }: Change): string {
  return risks.length === 0 ? "(none)" : `"${risks.join("; ")}"`;
}
