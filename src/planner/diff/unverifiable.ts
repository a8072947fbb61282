import type { DesiredResource } from "../../model/desired.ts";
import type { Unverifiable } from "../../model/documents/plan-document.ts";
import type { Field } from "../../model/field.ts";
import { perKind } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { Json } from "../../text/json.ts";
import { whyUnkept } from "../../text/partial-json.ts";
import { comparedPart, liveValue } from "../match/identity.ts";
import type { PlanContext } from "../state/planning.ts";
import type { Written } from "./reference-side.ts";

/** Is this a value that live cannot be compared with? Where live shows another kind of value, it differs. */
export function isUnverifiable(
  planning: PlanContext,
  live: LiveResource,
  name: string,
  field: Field,
  written: Json,
): boolean {
  if (written === null || field.unverifiable?.holds(written) !== true) return false;
  return liveValue(planning.kinds.get(live.kind), name, live) === undefined;
}

/** Did the platform answer well to this value, and keep what it has now? Then it is not sent again. */
export function isUnkept(
  planning: PlanContext,
  { address, values }: DesiredResource,
  live: LiveResource,
  { kind, name, field }: Pick<Written, "kind" | "name" | "field">,
): boolean {
  const recorded = planning.lastApply?.resources.get(address);
  const seal = recorded?.id === live.id ? recorded.unkept?.[name] : undefined;
  if (field.mayBeDropped === undefined || seal === undefined || planning.resend.has(address)) return false;
  const [declared = null, now] = [values[name], liveValue(kind, name, live)];
  const pair = [declared, comparedPart(field, now, declared) ?? null];
  return planning.lastApply?.hash(pair, `${address} ${name}`) === seal;
}

/** Why a value that cannot be read back is sent all the same; undefined when nothing says that it differs. */
export function whySent(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource,
  name: string,
  written: Json,
): string | undefined {
  if (planning.resend.has(resource.address)) return "--resend asks for it";
  const last = lastKnown(planning, resource, live, name);
  if (last === undefined || last.hash === planning.lastApply?.hash(written, `${resource.address} ${name}`))
    return undefined;
  return last.wasSent
    ? `the last apply sent another ${name}`
    : `the ${name} has changed since the first apply, which did not send it`;
}

/** A value that an earlier apply sent, or found in the manifest beside an object that was there. */
interface KnownValue {
  readonly hash: string;
  readonly wasSent: boolean;
}

function lastKnown(
  planning: PlanContext,
  resource: DesiredResource,
  live: LiveResource,
  name: string,
): KnownValue | undefined {
  const recorded = planning.lastApply?.resources.get(resource.address);
  if (recorded?.id !== live.id) return undefined;
  const [sent, unsent] = [recorded.unverifiable[name], recorded.unsent?.[name]];
  if (sent !== undefined) return { hash: sent, wasSent: true };
  return unsent === undefined ? undefined : { hash: unsent, wasSent: false };
}

const hiddenFields = perKind(({ fields }) =>
  Object.entries(fields).filter(
    ([, { unverifiable, mayBeDropped }]: [string, Field]) => (unverifiable ?? mayBeDropped) !== undefined,
  ),
);

const none: readonly Unverifiable[] = [];

/** Declared values that cannot be compared and are not sent. */
export function unverifiableIn(planning: PlanContext): Unverifiable[] {
  return planning
    .desiredOf((kind) => hiddenFields(kind).length > 0)
    .flatMap((resource) => {
      const fields = hiddenFields(planning.kinds.get(resource.kind));
      if (resource.absent) return none;
      const live = planning.matching.liveOf(resource.address);
      if (live === undefined) return none;
      return fields.flatMap(([name, field]) => {
        const written = resource.values[name];
        const isManaged = written !== undefined && !resource.ignore.includes(name);
        const given = { kind: planning.kinds.get(resource.kind), name, field };
        if (isManaged && isUnkept(planning, resource, live, given)) {
          const why = whyUnkept(liveValue(given.kind, name, live), written, name);
          return [entry(resource, name, `${why} (${field.mayBeDropped})`)];
        }
        if (!isManaged || !isUnverifiable(planning, live, name, field, written)) return [];
        if (whySent(planning, resource, live, name, written) !== undefined) return [];
        const since = sinceWhen(lastKnown(planning, resource, live, name));
        return [entry(resource, name, `${field.unverifiable?.reason ?? ""}; ${since}`)];
      });
    });
}

function entry(
  { address, kind, sources, source }: DesiredResource,
  name: string,
  reason: string,
): Unverifiable {
  return { address, kind, field: name, reason, source: sources[name] ?? source };
}

function sinceWhen(last: KnownValue | undefined): string {
  if (last === undefined) return "no record says what was sent last";
  return last.wasSent
    ? "the last apply sent this one"
    : "no apply has sent it, and it has not changed since the first one";
}
