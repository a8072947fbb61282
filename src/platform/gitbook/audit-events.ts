import type { gitbookAuditOperations } from "../../contract/gitbook/audit-events.ts";
import { mutates, type Operation } from "../../contract/operation.ts";
import { isObject } from "../../text/json.ts";
import type { HandlersOf } from "../calls/call.ts";
import { Refusal } from "../http/refusal.ts";
import { type Caller, listing } from "../resources/caller.ts";
import type { AuditEventState } from "../store/audit-state.ts";
import type { OrganizationState, State } from "../store/state.ts";
import { entry } from "../store/table.ts";
import { toMilliseconds } from "../store/time.ts";

/** Events that an organization keeps. */
const mostEvents = 500;

/** A call that was done, with the objects of its path. */
interface Done {
  readonly operation: Operation;
  readonly found: Readonly<Record<string, unknown>>;
  readonly caller: Caller;
  readonly answer: unknown;
}

/** Records a call that changed something: its target is the object that it made, or else the last one of its path. */
export function recordChange({ operation, found, caller, answer }: Done): void {
  const organization = organizationIn(caller.state, found);
  if (organization === undefined || !mutates(operation)) return;
  const [type = "organization", changed] = Object.entries(found).at(-1) ?? [];
  const target = [operation.method === "POST" ? answer : undefined, changed].find(hasId);
  if (target === undefined) return;
  add(organization, {
    at: caller.now,
    action: operation.name,
    by: caller.token.user,
    source: "api",
    target: target.id,
    targetType: typeof target.object === "string" ? target.object : type,
  });
}

function add(organization: OrganizationState, event: Omit<AuditEventState, "number">): void {
  const { auditEvents = [] } = organization;
  const number = (auditEvents.at(-1)?.number ?? 0) + 1;
  organization.auditEvents = [...auditEvents, { ...event, number }].slice(-mostEvents);
}

function hasId(value: unknown): value is { readonly id: string; readonly object?: unknown } {
  return isObject(value) && typeof value.id === "string";
}

function organizationIn(state: State, found: Done["found"]): OrganizationState | undefined {
  if (found.organization !== undefined) return found.organization as OrganizationState;
  const owners = [found.space, found.collection].filter(isObject);
  return owners.map(({ organization }) => entry(state.organizations.byId, String(organization)))[0];
}

/** Audit events are for administrators. */
export const gitbookAuditHandlers: HandlersOf<typeof gitbookAuditOperations> = {
  listAuditEvents: (call) => {
    const { organization } = call.found;
    if (call.token.rights !== "admin") throw new Refusal(403, "Only administrators may see audit events.");
    const { from, to, action, actor, target } = call.query;
    const shown = (organization.auditEvents ?? []).filter(
      (event) =>
        (from === undefined || toMilliseconds(event.at) >= toMilliseconds(from)) &&
        (to === undefined || toMilliseconds(event.at) <= toMilliseconds(to)) &&
        (action === undefined || event.action === action) &&
        (actor === undefined || actorOf(call, event).id === actor) &&
        (target === undefined || event.target === target),
    );
    return listing(
      shown.toReversed().map((event) => ({ ...event, id: idOf(event) })),
      (event) => ({
        object: "audit-event" as const,
        id: event.id,
        occurredAt: event.at,
        action: event.action,
        actor: actorOf(call, event),
        source: event.source,
        target: { type: event.targetType, id: event.target },
        urls: { location: `${call.baseUrl}/v1/orgs/${organization.id}/audit-events/${event.id}` },
      }),
    );
  },
};

/** A UUID, the same each time. */
function idOf({ number }: AuditEventState): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

function actorOf({ state }: Caller, { by }: AuditEventState) {
  if (by === undefined) return { type: "system", id: "system" };
  return { type: "user", id: by, label: entry(state.users, by)?.displayName ?? by };
}
