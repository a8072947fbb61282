import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations, paging } from "../operation.ts";
import {
  deleted,
  empty,
  httpUrl,
  links,
  mergeRules,
  mergeRulesBody,
  notShown,
  objectOf,
  optional,
  permissions,
  requestBody,
  resource,
  richDocument,
  role,
  timestamp,
} from "../resource.ts";

/** Title of an organization, 2..255 characters (8). */
export const organizationTitle = z.string().min(2).max(255);

/** Default hostname of an organization, 3..32 characters (8). */
export const organizationHostname = z.string().min(3).max(32);

const prices = once(() => z.record(z.string(), z.object({ monthly: notShown, yearly: notShown })));

/** Billing of an organization (2.8). */
const billing = objectOf(() => ({
  interval: notShown,
  endDate: notShown,
  hasPaymentFailed: notShown,
  isScheduledToCancel: notShown,
  pricing: z.object({ members: prices().optional(), sites: prices().optional() }).optional(),
  usageAddons: z.record(z.string(), z.object({ enabled: notShown })).optional(),
  minUsers: notShown,
  maxUsers: notShown,
  paidMembers: notShown,
}));

/** The permissions of the caller in an organization (2.8). */
const organizationPermissions = once(() =>
  permissions(
    "view",
    "admin",
    "ownTeam",
    "createContent",
    "createOpenAPISpec",
    "ingestConversations",
    "viewBilling",
    "listMembers",
    "listTeams",
    "listIntegrations",
    "listInstallations",
    "installIntegration",
  ),
);

/** Organization (2.8). */
export const organization = resource("organization", () => ({
  id: z.string(),
  title: z.string(),
  createdAt: timestamp,
  emailDomains: z.array(z.string()),
  hostname: z.string().optional(),
  // Open: A8.
  type: z.string().describe("Such as business or community"),
  useCase: z.string().optional(),
  communityType: z.string().optional(),
  defaultRole: role.nullable().optional(),
  defaultContent: z
    .object({ type: z.literal("site"), site: z.string() })
    .nullable()
    .optional(),
  sso: z.boolean().optional(),
  ai: z.boolean().optional(),
  inviteLinks: z.boolean(),
  // Open: A8.
  plan: z.string().describe("Such as free, plus or pro"),
  mergeRules: mergeRules(),
  customHostname: z.string().optional(),
  billing: billing().optional(),
  trial: z.object({ status: notShown, count: notShown, endDate: notShown, decision: notShown }).optional(),
  blocked: z.object({ source: notShown, reason: notShown }).optional(),
  internal_billingMigration: z
    .object({ deadline: notShown, discountPercent: notShown, discountEndDate: notShown })
    .optional(),
  urls: links("location", "app", "logo"),
  permissions: organizationPermissions(),
}));

const updateBody = requestBody(() => ({
  title: optional(organizationTitle, "Title of the organization"),
  emailDomains: optional(z.array(z.string()), "Email domains whose people may join by themselves"),
  hostname: optional(organizationHostname, "Default hostname for public content"),
  defaultRole: optional(role.nullable(), "Role of people who join; null makes them guests"),
  defaultContent: optional(
    z
      .strictObject({
        type: z.literal("site").describe("Kind of content"),
        site: z.string().describe("Id of the site"),
      })
      .nullable(),
    "Content that people land on; null for none",
  ),
  logo: optional(httpUrl.nullable(), "Address of the logo; null removes it"),
  sso: optional(z.boolean(), "Whether single sign-on is enforced for the whole organization"),
  ai: optional(z.boolean(), "Whether AI features are on"),
  inviteLinks: optional(z.boolean(), "Whether people can be invited by link"),
  mergeRules: optional(mergeRulesBody(), "Rules that a change request meets before it is merged"),
}));

/** Instructions that an organization gives to agents (2.24). */
const agentInstructions = resource("agent-instructions", () => ({
  instructions: richDocument().optional(),
  updatedAt: timestamp.optional(),
  updatedBy: z.string().optional(),
  urls: links("location"),
}));

/** Operations on the agent instructions of an organization (4.8). */
export const agentInstructionsOperations = defineOperations("4.8", {
  getAgentInstructions: {
    summary: "Get the agent instructions of an organization",
    call: "GET /orgs/{organizationId}/agent-instructions",
    answers: { 200: agentInstructions },
  },
  putAgentInstructions: {
    summary: "Set the agent instructions of an organization",
    call: "PUT /orgs/{organizationId}/agent-instructions",
    body: requestBody(() => ({ instructions: richDocument().describe("What agents are told") })),
    answers: { 200: agentInstructions },
  },
});

/** Operations on organizations (4.8). */
export const organizationOperations = defineOperations("4.8", {
  listOrganizations: {
    summary: "List the organizations of the caller",
    call: "GET /orgs",
    query: paging,
    list: organization,
  },
  getOrganization: {
    summary: "Get an organization",
    call: "GET /orgs/{organizationId}",
    answers: { 200: organization },
  },
  updateOrganization: {
    summary: "Update an organization",
    call: "PATCH /orgs/{organizationId}",
    body: updateBody,
    answers: { 200: organization },
  },
  deleteLinkInvite: {
    summary: "Delete a link that invites people to an organization",
    call: "DELETE /orgs/{organizationId}/link-invites/{inviteId}",
    answers: deleted,
  },
  joinOrganization: {
    summary: "Join an organization that allows the email domain of the caller",
    call: "POST /orgs/{organizationId}/join",
    // Also works for a caller who is already a member (A37).
    retry: "idempotent",
    answers: empty,
  },
});
