import * as z from "zod";
import { defineOperations } from "../operation.ts";
import { memberEmail } from "../parts/members.ts";
import { objectOf, optional, requestBody, role } from "../resource.ts";

/** A person to invite, and the role to have then. */
const invitee = requestBody(() => ({
  email: memberEmail.describe("Email of the person"),
  role: role.nullable().describe("Role in the organization; null makes a guest"),
}));

/** Invitations to an organization: each is a mail to a person, and a seat that costs. */
export const gitbookInviteOperations = defineOperations("4.9", {
  inviteMembers: {
    summary: "Invite people to an organization",
    call: "POST /orgs/{organizationId}/invites",
    // Whether a repetition sends a second mail is not known (G2).
    retry: "never",
    shortfall: ({ failedSSOEmails: failed }) =>
      Array.isArray(failed) && failed.length > 0
        ? {
            message:
              "invited by mail, but not to sign in by single sign-on: another organization has this person",
            next: "ask the person to accept the mail",
          }
        : undefined,
    body: requestBody(() => ({
      emails: z
        .array(z.union([memberEmail, invitee()]))
        .describe("The people to invite; one without a role gets that of the organization"),
      sso: optional(z.boolean(), "Whether they join at once, and sign in by single sign-on"),
    })),
    answers: {
      200: objectOf(() => ({
        users: z.array(z.string()).describe("Ids of the people who are invited"),
        invited: z.number().describe("How many people are invited"),
        failedSSOEmails: optional(
          z.array(z.string()),
          "Emails of people who are invited, but not to sign in by single sign-on: another organization has them",
        ),
      })),
    },
  },
});
