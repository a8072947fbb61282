import * as z from "zod";
import { defineOperations, extendOperation } from "../operation.ts";
import { memberEmail, memberOperations, memberSpace } from "../parts/members.ts";
import { teamOperations, teamTitle } from "../parts/teams.ts";
import { deleted, objectOf, optional, requestBody, role, user } from "../resource.ts";
import { gitbookSpace } from "./spaces.ts";

const { listMemberSpaces, pingOrganization, removeMember } = memberOperations;

/** A person to invite, and the role to have then. */
const invitee = requestBody(() => ({
  email: memberEmail.describe("Email of the person"),
  role: role.nullable().describe("Role in the organization; null makes a guest"),
}));

/** Operations on people and teams that the published API has, or takes or answers otherwise. */
export const gitbookPeopleOperations = {
  listMemberSpaces: extendOperation(listMemberSpaces, {
    list: () => memberSpace().extend({ space: gitbookSpace() }),
  }),
  pingOrganization: extendOperation(pingOrganization, {
    answers: { 200: objectOf(() => ({ gitbookVisitorClaims: z.string().optional() })) },
  }),
  // It may only be requested from the administrators (202): then the member is still there.
  removeMember: extendOperation(removeMember, { requested: 202, answers: { ...deleted, 202: null } }),
  updateTeam: extendOperation(teamOperations.updateTeam, {
    body: requestBody(() => ({ title: teamTitle.describe("Title of the team") })),
  }),
  // Each is a mail to a person, and a seat that costs.
  ...defineOperations("4.9", {
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
  }),
  ...defineOperations("G users", {
    getUser: {
      summary: "Get the user of the token",
      call: "GET /user",
      answers: { 200: user },
    },
    getApiInformation: {
      summary: "Get the version of the API",
      call: "GET /",
      answers: {
        200: objectOf(() => ({
          version: z.string().describe("Release of the service"),
          build: z.string().describe("Date of the release, ISO 8601"),
        })),
      },
    },
  }),
};
