import * as z from "zod";
import { samlCertificate, samlEntityId, samlLabel, samlOperations } from "../../contract/parts/saml.ts";
import { httpUrl, role } from "../../contract/resource.ts";
import { defineKind } from "../../model/kind.ts";
import { isObject, type Json } from "../../text/json.ts";
import { openings } from "../openings.ts";
import { byOrganizationAdmin, risk } from "../risks-and-permissions.ts";
import { roleDocs } from "../values.ts";

/**
 * The content of a certificate (RFC 7468): without the lines that begin and end it, line ends and the width of lines. A
 * text that is no certificate stays as it is.
 */
function certificateContent(text: Json): Json {
  const content = String(text).replace(/-----(?:BEGIN|END) (?:X509 )?CERTIFICATE-----|\s/g, "");
  return /^[A-Za-z0-9+/]+=*$/.test(content) ? content : text;
}

/** A SAML provider that people sign in with (2.12, 4.18). */
export const samlProviderKind = defineKind({
  name: "saml-provider",
  plural: "saml",
  doc: "A SAML provider that people sign in with",
  shape: "collection",
  access: true,
  fields: {
    label: { schema: samlLabel, doc: "What people see when they sign in" },
    ssoURL: { schema: httpUrl, doc: "Address of the provider's sign-on page", access: true },
    entityID: { schema: samlEntityId, doc: "Entity id of the provider" },
    certificate: {
      schema: samlCertificate,
      doc: "Certificate of the provider",
      normalize: certificateContent,
      sensitive: true,
      access: true,
    },
    defaultTeam: {
      schema: z.string().min(1),
      doc: "Key of the team that people join when they sign in first",
      refersTo: "team",
      access: true,
      read: (answer) => (isObject(answer.defaultTeam) ? answer.defaultTeam.id : undefined),
    },
    defaultRole: {
      schema: role,
      doc: "Role that people get when they sign in first; null makes them guests",
      values: roleDocs,
      clearable: true,
      nullMeans: "a guest",
      access: true,
    },
  },
  naturalKeys: [["label"]],
  required: ["label"],
  idParam: "samlProviderId",
  operations: {
    read: samlOperations.listSamlProviders,
    find: samlOperations.getSamlProvider,
    create: samlOperations.createSamlProvider,
    update: [samlOperations.updateSamlProvider],
    delete: samlOperations.deleteSamlProvider,
  },
  permissions: byOrganizationAdmin,
  seed: { list: "saml" },
  label: (answer) => String(answer.label),
  opens: openings["saml-provider"],
  risks: ({ action }) =>
    action === "delete" ? [risk("cannot be undone: people can no longer sign in with it")] : [],
  example: { label: "Okta", ssoURL: "https://acme.okta.example/sso", defaultRole: "read" },
});
