import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations } from "../operation.ts";
import { objectOf, optional, resource, timestamp } from "../resource.ts";

/** The entry points of a change; a platform may add others (G6). */
export const auditSources = ["ui", "api", "integration", "webhook", "workflow", "script", "support"] as const;

/** A person or a thing that an event names, with the name that it had then. */
const named = objectOf(() => ({
  type: z.string(),
  id: z.string(),
  label: optional(z.string(), "Name at the time of the change"),
}));

/** A recorded change of something in an organization. */
export const auditEvent = resource("audit-event", () => ({
  id: z.string(),
  occurredAt: timestamp,
  action: z.string().describe("Name of the change"),
  actor: named().describe("The user, integration or system that changed it"),
  source: z.string().describe(`Entry point: ${auditSources.join(", ")}`),
  target: named().describe("The object that changed"),
  urls: z.object({ location: z.string() }),
}));

/** Audit events: for administrators of an Enterprise organization, with tokens of users (d). */
export const gitbookAuditOperations = defineOperations("G audit", {
  listAuditEvents: {
    summary: "List recorded changes of an organization, the newest first",
    call: "GET /orgs/{organizationId}/audit-events",
    query: once(() =>
      z.object({
        page: optional(z.string(), "Identifier of the page of results"),
        limit: optional(z.coerce.number().int().min(1).max(100), "Items a page, at most 100"),
        from: optional(timestamp, "Only changes at this time or later"),
        to: optional(timestamp, "Only changes at this time or earlier"),
        action: optional(z.string(), "Only changes with this name"),
        actor: optional(z.string(), "Only changes by the actor with this id"),
        target: optional(z.string(), "Only changes of the object with this id"),
      }),
    ),
    list: auditEvent,
  },
});
