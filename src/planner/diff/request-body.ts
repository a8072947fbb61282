import type { z } from "zod";
import type { Operation } from "../../contract/operation.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { isObject, type Json, type JsonObject } from "../../text/json.ts";
import { overlaid, whyMasked } from "../../text/partial-json.ts";
import { isLong } from "../state/change-entry.ts";
import { type FieldDiff, type StepDraft, sourcesOf } from "../state/draft.ts";
import type { PlanContext } from "../state/planning.ts";

/** The request body that sends the differing fields of a resource. Sensitive values are masked (`Plan.secrets` has them). */
export function bodyOf(
  resource: DesiredResource,
  diffs: readonly FieldDiff[],
  planning: PlanContext,
): JsonObject {
  const body: Record<string, Json> = {};
  for (const diff of diffs) {
    const sent = sentValue(resource, diff, planning);
    const key = apiName(diff.name, diff.field);
    const other = body[key];
    if (diff.field.ownCalls !== undefined) Object.assign(body, sent);
    else body[key] = isObject(other) && isObject(sent) ? { ...other, ...sent } : sent;
  }
  return body;
}

/** The fields that a call needs in its body, as they are declared: it carries them also where they do not change. */
export function neededBody(
  resource: DesiredResource,
  { required, fields }: Kind,
  { body }: Operation,
  planning: PlanContext,
): JsonObject {
  const needed = required.flatMap((name) => {
    const [field, value] = [fields[name], resource.values[name]];
    if (field === undefined || value === undefined) return [];
    const key = apiName(name, field);
    const schema: z.ZodType | undefined = body?.shape[key];
    if (schema === undefined || schema.safeParse(undefined).success) return [];
    return [[key, sentValue(resource, { name, field, value }, planning)]];
  });
  return Object.fromEntries(needed);
}

/** The value in the body of the document. Secret values are hidden, in each part where it is one of several. */
function sentValue(
  resource: DesiredResource,
  { name, field, value }: Pick<FieldDiff, "name" | "field" | "value">,
  planning: PlanContext,
): Json {
  const isHidden = resource.sensitive.includes(name) || isLong(value);
  if (!isHidden || sourcesOf(value).length > 0) return value;
  const place = `${resource.address} ${name}`;
  if ((field.api ?? field.ownCalls) === undefined || !isObject(value)) return planning.mask(value, place);
  const parts = Object.entries(value).map(([part, inner]) => [
    part,
    planning.mask(inner, `${place} ${part}`),
  ]);
  return Object.fromEntries(parts);
}

/** The whole that the body of a kind is laid over, where its calls replace all of it. */
export function laidOver({ operations: { read, wholeBody } }: Kind): Pick<StepDraft, "onto"> {
  if (wholeBody === undefined) return {};
  const { without, pieces } = wholeBody;
  return { onto: { operation: read.name, without: [...without], pieces: [...pieces] } };
}

/** Blocks changes that would put back what the platform does not show. */
export function withoutMasked(
  { operations }: Kind,
  live: LiveResource,
  diffs: readonly FieldDiff[],
): readonly FieldDiff[] {
  if (operations.wholeBody === undefined || diffs.length === 0) return diffs;
  const body = Object.fromEntries(diffs.map(({ name, field, value }) => [apiName(name, field), value]));
  const blocked = whyMasked(overlaid(live.answer, body, operations.wholeBody.pieces));
  return blocked === undefined ? diffs : diffs.map((diff) => ({ ...diff, blocked }));
}

/** Why differing fields are sent, where nothing that can be read says so. */
export function reasonOf(diffs: readonly FieldDiff[]): { reason?: string } {
  const reasons = diffs.flatMap(({ reason }) => reason ?? []);
  return reasons.length === 0 ? {} : { reason: reasons.join("; ") };
}
