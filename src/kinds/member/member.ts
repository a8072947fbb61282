import * as z from "zod";
import { gitbookPeopleOperations } from "../../contract/gitbook/people.ts";
import { memberEmail, memberOperations } from "../../contract/parts/members.ts";
import { role } from "../../contract/resource.ts";
import { comparablePerson } from "../../model/address.ts";
import { defineKind } from "../../model/kind.ts";
import { isObject, type Json, type JsonObject } from "../../text/json.ts";
import { isWiderRole } from "../openings.ts";
import { byOrganizationAdmin, risk } from "../risks-and-permissions.ts";
import { roleDocs } from "../values.ts";

function emailOf(answer: JsonObject): Json | undefined {
  return isObject(answer.user) ? answer.user.email : undefined;
}

const operations = {
  read: memberOperations.listMembers,
  find: memberOperations.getMember,
  update: [memberOperations.updateMember],
  delete: memberOperations.removeMember,
};

/** A person of the organization (2.9, 4.9), keyed by email. */
export const memberKind = defineKind({
  name: "member",
  plural: "members",
  doc: "A person of the organization, keyed by email",
  shape: "collection",
  access: true,
  fields: {
    email: {
      schema: memberEmail,
      doc: "Email of the person; the key when it is left out. Without one, write id: and the id as the key",
      read: emailOf,
      normalize: (value) => comparablePerson(String(value)),
    },
    role: {
      schema: role,
      doc: "Role in the organization; null makes a guest",
      values: roleDocs,
      clearable: true,
      nullMeans: "a guest",
      // Everybody in an organization has a role or is a guest (2.1, 2.9): there is no third thing.
      read: ({ role: given }) => given ?? null,
      access: true,
      adminRole: "admin",
      isIdle: ({ disabled }) => disabled === true,
    },
    sso: {
      schema: z.boolean(),
      doc: "Does the person sign in by single sign-on?",
      access: true,
      switched: {
        on: memberOperations.setMemberSso,
        off: "the API can make a member sign in by single sign-on, but not undo it; do it on the platform",
      },
    },
  },
  naturalKeys: [["email"]],
  keyField: "email",
  required: [],
  idParam: "userId",
  operations,
  permissions: byOrganizationAdmin,
  comesByItself: true,
  signsInBySso: ({ sso }) => sso === true,
  notCreatable:
    "no member of the organization has this email or id: invite them on the platform, or correct the address",
  seed: { list: "members" },
  label: (answer) => String(emailOf(answer) ?? answer.id),
  risks: ({ action, before, after }) => {
    if (action === "delete")
      return [risk(`loses access to the organization (role ${before?.role ?? "guest"})`)];
    if (before?.role === "admin" && after.role !== undefined) return [risk('loses "admin"')];
    if (after.role === "admin") return [risk('becomes "admin": full control of the organization')];
    if (after.role === undefined || before === undefined || !isWiderRole(after.role, before.role)) return [];
    const role = after.role === null ? "guest" : JSON.stringify(after.role);
    return [risk(`can do less in the organization: goes from ${JSON.stringify(before.role)} to ${role}`)];
  },
  example: { role: "edit", sso: true },
  differences: {
    gitbook: {
      doc: "A person of the organization, keyed by email; who is not there is invited once",
      notCreatable:
        "no member of the organization has this email or id: declare the email under members, which invites the person, or correct the address",
      invitation: {
        operation: gitbookPeopleOperations.inviteMembers,
        // One address a call: the answer has ids without addresses.
        body: (email, { role: given, sso }) => ({
          emails: [given === undefined ? email : { email, role: given }],
          ...(sso === true ? { sso } : {}),
        }),
        whom: ({ emails }) => {
          const [one] = Array.isArray(emails) ? emails : [];
          const email = isObject(one) ? one.email : one;
          return typeof email === "string" ? email : undefined;
        },
        risk: "sends a mail to the person; each member, also a guest, takes a paid seat",
      },
      caller: gitbookPeopleOperations.getUser,
      operations: { ...operations, delete: gitbookPeopleOperations.removeMember },
    },
  },
});
