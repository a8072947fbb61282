import * as z from "zod";
import {
  organizationHostname,
  organizationOperations,
  organizationTitle,
} from "../../contract/parts/organizations.ts";
import { httpUrl, role } from "../../contract/resource.ts";
import { defineKind, type Risk, type RiskInput } from "../../model/kind.ts";
import { isObject, type JsonObject } from "../../text/json.ts";
import { mergeRulesField } from "../merge-rules.ts";
import { byOrganizationAdmin, exposure, widensRole } from "../risks-and-permissions.ts";
import { roleDocs, textAt } from "../values.ts";

/** What lets more people in, or lets those who come in do more. */
function accessRisks(before: JsonObject, after: RiskInput["after"]): readonly Risk[] {
  const known = Array.isArray(before.emailDomains) ? before.emailDomains : [];
  const added = Array.isArray(after.emailDomains)
    ? after.emailDomains.filter((domain) => !known.includes(domain))
    : [];
  return [
    ...(added.length > 0
      ? [exposure("whoever has an email at a domain that is added can join the organization")]
      : []),
    ...(widensRole(before.defaultRole, after.defaultRole)
      ? [exposure("people who join can do more than those who joined before")]
      : []),
    ...(after.inviteLinks === true && before.inviteLinks !== true
      ? [exposure("whoever gets an invite link can join the organization")]
      : []),
    ...(after.sso === false && before.sso === true
      ? [exposure("people can come in without single sign-on")]
      : []),
  ];
}

/** Settings of an organization (2.8, 4.8). */
export const organizationKind = defineKind({
  name: "organization",
  plural: "settings",
  doc: "Settings of the organization itself",
  shape: "singleton",
  fields: {
    title: { schema: organizationTitle, doc: "Title of the organization" },
    emailDomains: {
      schema: z.array(z.string().min(1)),
      doc: "Email domains whose people may join by themselves",
      set: true,
      access: true,
    },
    hostname: { schema: organizationHostname, doc: "Default hostname for public content" },
    defaultRole: {
      schema: role,
      doc: "Role that people get when they join; null makes them guests",
      values: roleDocs,
      clearable: true,
      nullMeans: "a guest",
      access: true,
    },
    defaultContent: {
      schema: z.string().min(1),
      doc: "Key of the site that people land on; null for none",
      clearable: true,
      refersTo: "site",
      read: (answer) => (isObject(answer.defaultContent) ? answer.defaultContent.site : undefined),
      write: (site) => ({ type: "site", site }),
    },
    logo: {
      schema: httpUrl,
      doc: "Address of the logo; null removes it",
      clearable: true,
      read: (answer) => (isObject(answer.urls) ? textAt(answer.urls, "logo") : undefined),
    },
    mergeRules: { ...mergeRulesField, usual: { type: "none" } },
    sso: { schema: z.boolean(), doc: "Is single sign-on enforced for everybody?", access: true },
    ai: { schema: z.boolean(), doc: "Are AI features enabled?" },
    inviteLinks: { schema: z.boolean(), doc: "May people be invited by link?", access: true },
  },
  naturalKeys: [],
  required: [],
  idParam: "organizationId",
  operations: {
    read: organizationOperations.getOrganization,
    update: [organizationOperations.updateOrganization],
  },
  permissions: byOrganizationAdmin,
  risks: ({ before = {}, after }) => accessRisks(before, after),
  seed: {},
  label: (answer) => String(answer.title ?? answer.id),
  example: {
    title: "Acme",
    emailDomains: ["acme.example"],
    defaultRole: "read",
    inviteLinks: false,
    mergeRules: {
      type: "rules",
      rules: [{ rule: "require_specific_reviewers", users: ["ana@acme.example"] }],
    },
  },
});
