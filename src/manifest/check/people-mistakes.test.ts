import { expect, test } from "vitest";
import { load, mistakesIn } from "../../../test/support/projects/load-manifests.ts";

const reviewers = (name: string) =>
  `settings: { mergeRules: { type: rules, rules: [{ rule: require_specific_reviewers, users: [${name}] }] } }`;
const exact = "manage: { members: exact }\nmembers: { ana@acme.example: { role: admin } }";

type Case = readonly [promise: string, body: string, mistakes: readonly string[]];

const cases: readonly Case[] = [
  [
    "somebody in a team who is not declared, where members are exact",
    `${exact}\nteams:\n  docs: { title: Docs, members: { Ana@acme.example: owner, anna@acme.example: member } }`,
    [
      'DF2001 5:60 the member "anna@acme.example" is not declared, and members are exact: who is not declared may go | did you mean "ana@acme.example"?',
    ],
  ],
  [
    "somebody in a rule who is not declared, where members are exact",
    `${exact}\n${reviewers("li@acme.example")}`,
    [
      'DF2001 4:92 the member "li@acme.example" is not declared, and members are exact: who is not declared may go',
    ],
  ],
  [
    "an id in a team says nothing, as it may be that of somebody who is declared",
    `${exact}\nteams: { docs: { title: Docs, members: { usr_1: owner } } }`,
    [],
  ],
  [
    "nor does somebody who is not declared where members are listed, or not declared at all",
    `members: { ana@acme.example: { role: admin } }\nteams: { docs: { title: Docs, members: { li@acme.example: owner } } }\n${reviewers("bo@acme.example")}`,
    [],
  ],
  [
    "somebody who is to be absent and is asked for by a rule",
    `members: { li@acme.example: { absent: true } }\n${reviewers("Li@acme.example")}`,
    ['DF2001 3:92 the member "Li@acme.example" is declared absent'],
  ],
  [
    "somebody twice in one team, by another case",
    "teams:\n  docs: { title: Docs, members: { li@acme.example: owner, Li@acme.example: member } }",
    ['DF2002 3:59 the member "Li@acme.example" is in this list already'],
  ],
  [
    "somebody in a team or a rule by the key of a member with another email, which no plan would find",
    `members: { ana: { email: ana@acme.example } }\nteams: { docs: { title: Docs, members: { ana: owner } } }\n${reviewers("ana")}`,
    [
      'DF2001 3:42 the member "ana" is named by its key, and is known by email or id only | did you mean "ana@acme.example"?',
      'DF2001 4:92 the member "ana" is named by its key, and is known by email or id only | did you mean "ana@acme.example"?',
    ],
  ],
  [
    "also by one that is an email, and was that of the person",
    `${exact}\nteams: { docs: { title: Docs, members: { li@acme.example: owner } } }`.replace(
      "role: admin",
      "role: admin }, Li@acme.example: { email: lin@acme.example",
    ),
    [
      'DF2001 4:42 the member "li@acme.example" is named by its key, and is known by email or id only | did you mean "lin@acme.example"?',
    ],
  ],
  [
    "not by a key that is the email or the id of another one, nor by the email or the id itself",
    "members: { ana@acme.example: { email: li@acme.example }, ana: { email: Ana@acme.example, id: usr_1 }, usr_1: { email: bo@acme.example } }\nteams: { docs: { title: Docs, members: { ana@acme.example: owner, Li@acme.example: owner, usr_1: owner } } }",
    [],
  ],
  [
    "a team that goes is asked nothing",
    `${exact}\nteams: { docs: { title: Docs, absent: true, members: { li@acme.example: owner } } }`,
    [],
  ],
  [
    "two resources that are pinned to one id, in whatever places",
    "sites:\n  a: { title: Aa, shareLinks: { x: { id: link_1, name: X } } }\n  b: { title: Bb, shareLinks: { y: { id: link_1, name: Y } } }\nteams:\n  a: { id: link_1, title: Aa }",
    ["DF2002 4:42 sites.a.shareLinks.x and sites.b.shareLinks.y have the same id"],
  ],
];

test.each(cases)("%s", async (_, body, mistakes) => {
  expect(await mistakesIn(body)).toEqual(mistakes);
});

test("an email that comes from the environment is not shown to somebody who writes the key", async () => {
  const body = `organization: acme\nmembers: { ana: { email: "\${env:ANA}" } }\nteams: { docs: { title: Docs, members: { ana: owner } } }`;
  const { diagnostics } = await load({ "manifests/a.yaml": body }, { ANA: "canary@acme.example" });
  expect(diagnostics).toMatchObject([{ code: "DF2001" }]);
  expect(JSON.stringify(diagnostics)).not.toContain("canary");
});

test("a name that comes from the environment is not shown, whatever it is", async () => {
  const body = `organization: acme\n${exact}\n${reviewers('"${env:REVIEWER}"')}`;
  const { diagnostics } = await load({ "manifests/a.yaml": body }, { REVIEWER: "canary@acme.example" });
  expect(diagnostics).toEqual([]);
});

test("the error of somebody who is declared absent does not ask to declare them", async () => {
  const body = `organization: acme\nmembers: { li@acme.example: { absent: true } }\nteams: { docs: { title: Docs, members: { li@acme.example: owner } } }`;
  const { diagnostics } = await load({ "manifests/a.yaml": body });
  expect(diagnostics).toMatchObject([{ code: "DF2001", hint: "take it out here, or let it stay there" }]);
});
