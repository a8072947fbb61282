import type { z } from "zod";
import type { Operation } from "../../contract/operation.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName } from "../../model/kind-index.ts";
import { isObject, type Json, type JsonObject } from "../../text/json.ts";
import { isLong } from "../state/change-entry.ts";
import { type FieldDiff, sourcesOf } from "../state/draft.ts";
import type { PlanContext } from "../state/planning.ts";

/** The request body that sends the differing fields of a resource. Sensitive values are masked (`Plan.secrets` has them). */
export function bodyOf(
  resource: DesiredResource,
  diffs: readonly FieldDiff[],
  planning: PlanContext,
): JsonObject {
  const body: Record<string, Json> = {};
  for (const diff of diffs) {
    const key = apiName(diff.name, diff.field);
    const other = body[key];
    const sent = sentValue(resource, diff, planning);
    body[key] = isObject(other) && isObject(sent) ? { ...other, ...sent } : sent;
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
  if (field.api === undefined || !isObject(value)) return planning.mask(value, place);
  const parts = Object.entries(value).map(([part, inner]) => [
    part,
    planning.mask(inner, `${place} ${part}`),
  ]);
  return Object.fromEntries(parts);
}
