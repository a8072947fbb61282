import { z } from "zod";
import {
  organizationHostname,
  organizationOperations,
  organizationTitle,
} from "../../contract/organizations.ts";
import { role } from "../../contract/resource.ts";
import { defineKind } from "../../core/kind.ts";

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
      clearable: true,
      access: true,
    },
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
  label: (answer) => String(answer.title ?? answer.id),
  example: { title: "Acme", emailDomains: ["acme.example"], defaultRole: "read", inviteLinks: false },
});
