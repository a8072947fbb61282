import { play, say } from "./stage.mjs";

/** Changes things without docform, as somebody in the web app would. */
async function changeBehindItsBack(call) {
  const api = "/orgs/org_acme";
  const list = async (path) => (await call("GET", `${api}/${path}?limit=1000`)).items;
  const site = (await list("sites")).find(({ title }) => title === "Acme Developer Hub");
  await call("PATCH", `${api}/sites/${site.id}`, { visibility: "unlisted" });
  const section = (await list(`sites/${site.id}/sections`)).find(({ title }) => title === "Guides");
  await call("PATCH", `${api}/sites/${site.id}/sections/${section.id}`, { title: "How-to guides" });
}

/** The whole story on the example acme. */
export const acme = () =>
  play("acme", async ({ docform, call }) => {
    say("A plan: what would change on the platform, and nothing is sent");
    docform(0, "plan");
    say(
      "Apply it: one declared person has not joined yet, and docform waits for them, as the API invites nobody",
    );
    docform(0, "apply", "--yes");
    say("A second plan is empty");
    docform(0, "plan", "--detailed-exitcode");
    say("Somebody changes a site and a section of it by hand; drift shows it (exit 2)");
    await changeBehindItsBack(call);
    docform(2, "drift");
  });
