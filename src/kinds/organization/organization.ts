import * as z from "zod";
import { gitbookOrganizationOperations } from "../../contract/gitbook/organizations.ts";
import {
  organizationHostname,
  organizationOperations,
  organizationTitle,
} from "../../contract/parts/organizations.ts";
import { httpUrl, role } from "../../contract/resource.ts";
import { defineKind } from "../../model/kind.ts";
import { isObject } from "../../text/json.ts";
import { gitbookMergeRulesField, mergeRulesField } from "../merge-rules.ts";
import { openings } from "../openings.ts";
import { byOrganizationAdmin } from "../risks-and-permissions.ts";
import { roleDocs, textAt } from "../values.ts";

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
  differences: {
    gitbook: {
      fields: { mergeRules: { ...gitbookMergeRulesField, usual: { type: "none" } } },
      operations: {
        read: gitbookOrganizationOperations.getOrganization,
        update: [gitbookOrganizationOperations.updateOrganization],
      },
    },
  },
  permissions: byOrganizationAdmin,
  opens: openings.organization,
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
