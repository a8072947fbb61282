import { expect, test } from "vitest";
import { read, simulate } from "../../../test/laws/harness/simulation.ts";
import { kinds } from "../../kinds/kinds.ts";
import { readLive } from "../../refresh/read-live.ts";
import { plan } from "../plan.ts";

const people = [
  { email: "ana@acme.example", id: "usr_ana" },
  { email: "ben@acme.example", id: "usr_ben" },
];

test.each(["usr_ben", "id:usr_ben"])(
  "an entry that a manifest names by its id (%s) is not removed when the list of people lacks it",
  async (named) => {
    const members = { "ana@acme.example": "member", "ben@acme.example": "member" };
    const { reader } = simulate({
      organizations: [
        { id: "org_acme", title: "Acme", members: people, teams: [{ title: "Docs", members }] },
      ],
    });
    const teams = { docs: { title: "Docs", members: { [named]: "member" } } };
    const desired = await read({ "acme.yaml": { organization: "acme", teams } });
    const live = await readLive(desired, kinds, reader);
    const short = { ...live, resources: live.resources.filter(({ id }) => id !== "usr_ben") };
    const fake = (): string => "0";
    const { document } = plan({
      desired,
      live: short,
      kinds,
      baseUrl: "https://docform.example",
      version: "0",
      hash: fake,
      mask: fake,
    });
    expect(document.changes.map(({ action }) => action).sort()).toEqual(["blocked", "update"]);
    expect(document.steps.map(({ body }) => body)).toEqual([{ remove: ["usr_ana"] }]);
  },
);
