import { play, say } from "./stage.mjs";

/** Somebody gives Dai another role, in the web app. */
async function giveRole(call) {
  const { items } = await call("GET", "/orgs/org_kestrel/members?limit=1000");
  const dai = items.find(({ user }) => user.email === "dai@kestrel.example");
  await call("PATCH", `/orgs/org_kestrel/members/${dai.id}`, { role: "admin" });
}

/** An organization of GitBook from nothing: spaces, a site and people. */
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
      say("Somebody makes Dai an admin by hand; drift shows it (exit 2)");
      await giveRole(call);
      docform(2, "drift");
      say("The next apply takes it back");
      docform(0, "apply", "--yes");
    },
    "--api",
    "gitbook",
  );
