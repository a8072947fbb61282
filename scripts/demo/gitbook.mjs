import { play, say } from "./stage.mjs";

/** Somebody gives Dai the role of an editor in the space of a product, in the web app. */
async function giveAccess(call) {
  const { items: spaces } = await call("GET", "/orgs/org_kestrel/spaces?limit=1000");
  const { items: members } = await call("GET", "/orgs/org_kestrel/members?limit=1000");
  const space = spaces.find(({ title }) => title === "Relay");
  const dai = members.find(({ user }) => user.email === "dai@kestrel.example");
  await call("POST", `/spaces/${space.id}/permissions`, { role: "edit", users: [dai.id] });
}

/** An organization of GitBook from nothing: spaces, a site, people and access. */
export const gitbook = () =>
  play(
    "gitbook",
    async ({ docform, call }) => {
      say(
        "An organization of GitBook with four people and nothing else. The plan makes the rest; nothing is sent",
      );
      docform(0, "plan");
      say("Apply it. Two people are not there yet: --invite sends each of them one mail");
      docform(0, "apply", "--yes", "--invite");
      say("A second plan is empty, and invites nobody again");
      docform(0, "plan", "--detailed-exitcode");
      say("Who may do what in the space of a product? The platform says it; docform computes nothing");
      docform(0, "access", "--of", "spaces.relay");
      say("Somebody gives Dai a role by hand; drift shows it (exit 2)");
      await giveAccess(call);
      docform(2, "drift");
      say("The next apply takes it back");
      docform(0, "apply", "--yes");
    },
    "--api",
    "gitbook",
  );
