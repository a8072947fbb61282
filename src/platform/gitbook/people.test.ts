import { describe, expect, test } from "vitest";
import { acceptInvitation } from "../../../test/support/gitbook/accept-invitation.ts";
import { testPlatform } from "../../../test/support/platform/test-platform.ts";
import { get } from "../store/table.ts";

const invites = "/orgs/org_acme/invites";
const seed = {
  tokens: { admin: { user: "ana@acme.example", rights: "admin" } },
  organizations: [
    {
      id: "org_acme",
      title: "Acme",
      members: [{ email: "ana@acme.example", role: "admin" }],
      invitations: [{ email: "mo@acme.example" }],
    },
    { id: "org_other", title: "Other", members: [{ email: "li@acme.example", role: "read" }] },
  ],
};

function start(more: object = {}) {
  const [acme, ...others] = seed.organizations;
  const { call, list, platform } = testPlatform(
    { ...seed, organizations: [{ ...acme, ...more }, ...others] },
    "gitbook",
  );
  const organization = get(platform.state.organizations, "org_acme");
  const emails = () => list("/orgs/org_acme/members").map(({ user }) => (user as { email?: string }).email);
  const mails = (email: string) => organization.invitations?.[email]?.sentAt.length ?? 0;
  return { call, emails, mails, organization, state: platform.state };
}

describe("an invitation", () => {
  test("is a mail to somebody whom no list shows, until they accept", () => {
    const { call, emails, mails, organization, state } = start();
    const { status, body } = call("POST", invites, { emails: [{ email: "Bo@acme.example", role: "edit" }] });
    expect([status, body.invited]).toEqual([200, 1]);
    expect([emails(), mails("bo@acme.example")]).toEqual([["ana@acme.example"], 1]);
    expect(acceptInvitation(state, organization, "bo@acme.example", "2026-01-06T00:00:00.000Z")).toBe(true);
    expect(emails()).toContain("Bo@acme.example");
  });

  test("sent again is a second mail", () => {
    const { call, mails } = start();
    call("POST", invites, { emails: ["mo@acme.example"] });
    expect(mails("mo@acme.example")).toBe(2);
  });

  test("makes a member at once by single sign-on, unless another organization has the person", () => {
    const { call, emails, mails } = start();
    const emailsOf = ["bo@acme.example", "li@acme.example"].map((email) => ({ email, role: "read" }));
    const { body } = call("POST", invites, { emails: emailsOf, sso: true });
    expect(body.failedSSOEmails).toEqual(["li@acme.example"]);
    expect([emails().includes("bo@acme.example"), mails("li@acme.example")]).toEqual([true, 1]);
  });

  test("of a member sends nothing", () => {
    const { call, mails } = start();
    const { body } = call("POST", invites, { emails: ["ana@acme.example"] });
    expect([body.invited, mails("ana@acme.example")]).toEqual([0, 0]);
  });

  test("with a role that is none is refused", () => {
    const { call } = start();
    expect(call("POST", invites, { emails: [{ email: "bo@x.example", role: "boss" }] }).status).toBe(400);
  });
});

test("where administrators remove people, a removal is requested, and the member stays", () => {
  const { call, emails, organization } = start({ removals: "requested" });
  const id = organization.members.order[0] ?? "";
  expect(call("DELETE", `/orgs/org_acme/members/${id}`).status).toBe(202);
  expect([emails(), organization.removals]).toEqual([["ana@acme.example"], [id]]);
});
