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
  permissions,
  role,
  timestamp,
} from "../resource.ts";

/** Title of an organization, 2..255 characters (8). */
export const organizationTitle = z.string().min(2).max(255);

/** Default hostname of an organization, 3..32 characters (8). */
export const organizationHostname = z.string().min(3).max(32);

const prices = once(() => z.record(z.string(), z.object({ monthly: notShown, yearly: notShown })));

/** Billing of an organization (2.8). */
const billing = once(() =>
  z.object({
    interval: notShown,
    endDate: notShown,
    hasPaymentFailed: notShown,
    isScheduledToCancel: notShown,
    pricing: z.object({ members: prices().optional(), sites: prices().optional() }).optional(),
    usageAddons: z.record(z.string(), z.object({ enabled: notShown })).optional(),
    minUsers: notShown,
    maxUsers: notShown,
    paidMembers: notShown,
  }),
);

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
export const organization = once(() =>
  z.object({
    object: z.literal("organization"),
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
  }),
);

const updateBody = once(() =>
  z.strictObject({
    title: organizationTitle.optional().describe("Title of the organization"),
    emailDomains: z
      .array(z.string())
      .optional()
      .describe("Email domains whose people may join by themselves"),
    hostname: organizationHostname.optional().describe("Default hostname for public content"),
    defaultRole: role.nullable().optional().describe("Role of people who join; null makes them guests"),
    defaultContent: z
      .strictObject({
        type: z.literal("site").describe("Kind of content"),
        site: z.string().describe("Id of the site"),
      })
      .nullable()
      .optional()
      .describe("Content that people land on; null for none"),
    logo: httpUrl.nullable().optional().describe("Address of the logo; null removes it"),
    sso: z.boolean().optional().describe("Whether single sign-on is enforced for the whole organization"),
    ai: z.boolean().optional().describe("Whether AI features are on"),
    inviteLinks: z.boolean().optional().describe("Whether people can be invited by link"),
    mergeRules: mergeRulesBody().optional().describe("Rules that a change request meets before it is merged"),
  }),
);

/** Operations on organizations (4.8). */
export const organizationOperations = defineOperations("4.8", {
  listOrganizations: {
    summary: "List the organizations of the caller",
    method: "GET",
    path: "/orgs",
    retry: "safe",
    query: paging,
    list: organization,
  },
  getOrganization: {
    summary: "Get an organization",
    method: "GET",
    path: "/orgs/{organizationId}",
    retry: "safe",
    answers: { 200: organization },
  },
  updateOrganization: {
    summary: "Update an organization",
    method: "PATCH",
    path: "/orgs/{organizationId}",
    retry: "idempotent",
    body: updateBody,
    answers: { 200: organization },
  },
});

/** Operations by which people come to an organization (4.8). */
export const organizationAccessOperations = defineOperations("4.8", {
  deleteLinkInvite: {
    summary: "Delete a link that invites people to an organization",
    method: "DELETE",
    path: "/orgs/{organizationId}/link-invites/{inviteId}",
    retry: "idempotent",
    answers: deleted,
  },
  joinOrganization: {
    summary: "Join an organization that allows the email domain of the caller",
    method: "POST",
    path: "/orgs/{organizationId}/join",
    // Also works for a caller who is already a member (A37).
    retry: "idempotent",
    answers: empty,
  },
});
