import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { canonicalJson } from "../../src/text/json.ts";
import { manifest, mutations, type Project, project, twoSteps } from "../support/processes/cli-fixture.ts";

const organization = "/v1/orgs/org_acme";

/** Another administrator, who calls the platform behind docform's back. */
async function meanwhile({ platform }: Project, calls: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [line, body] of Object.entries(calls)) {
    const [method = "", path = ""] = line.split(" ");
    const headers = { authorization: `Bearer ${platform.token}`, "content-type": "application/json" };
    const text = body === undefined ? {} : { body: JSON.stringify(body) };
    const full = path.startsWith("/v1/") ? path : organization + path;
    const answer = await fetch(platform.url + full, { method, headers, ...text });
    expect(answer.ok, `${line} ${answer.status}`).toBe(true);
  }
  platform.takeRequests();
}

/** Saves the plan of a project, for a platform that somebody has brought into some state. */
async function saved(files: Readonly<Record<string, string>>, env = {}, before = {}): Promise<Project> {
  const made = await project(files);
  await meanwhile(made, before);
  const run = await made.docform("plan --out plan.json", { env: { ...made.platform.env, ...env } });
  expect(run).toMatchObject({ code: 0, stderr: "" });
  made.platform.takeRequests();
  return made;
}

/** The digest of the plan that was saved. */
function digestIn({ folder }: Project): string {
  return JSON.parse(readFileSync(join(folder, "plan.json"), "utf8")).digest;
}

/** Writes the manifests of a project again. */
function declare({ folder }: Project, body: string): void {
  const [[path, text] = ["", ""]] = Object.entries(manifest(body));
  writeFileSync(join(folder, path), text);
}

/** Sections of a site in another order, and the one link that is not declared goes. */
const deepSite = manifest(`spaces: { one: { title: One }, two: { title: Two } }
sites:
  deep:
    title: Deep site
    structure:
      - { section: fourth, title: Fourth }
      - { section: first, title: First }
      - group: group
        title: Group
        sections: [{ section: second, title: Second }]
        groups: [{ group: inner, title: Inner, sections: [{ section: third, title: Third }] }]
    shareLinks: {}
    manage: { shareLinks: exact }
`);

const people = manifest(
  "teams:\n  docs: { id: team_docs, title: Writers, members: { ana@acme.example: owner } }\n",
);

/** One site is left, and it shows one space. */
const onlyOneIsShown = {
  "DELETE /sites/site_deep": undefined,
  "POST /sites/site_empty/site-spaces": { spaceId: "sp_one" },
};

/** Spaces of the root go into the collection, and come out in another order. */
const intoGuides = Object.fromEntries(
  ["one", "two", "three"].map((name) => [`POST /v1/spaces/sp_${name}/move`, { parent: "col_guides" }]),
);
const guidesToGlobex = {
  "docform.yaml": "organizations: { acme: { id: org_acme }, globex: { id: org_globex } }\n",
  ...manifest("collections:\n  guides: { title: Guides, transferTo: globex }\n"),
};
const inOrder = "[{ space: two }, { space: one }, { space: three }]";
const threeSpaces = "spaces: { one: { title: One }, two: { title: Two }, three: { title: Three } }\n";
const thirdFirst = {
  "POST /v1/spaces/sp_three/move": { position: { before: { type: "space", space: "sp_one" } } },
};
const goneFour = { "DELETE /sites/site_deep": undefined, "DELETE /v1/spaces/sp_four": undefined };

const withoutFourth = manifest(`spaces: { one: { title: One } }
sites:
  deep:
    title: Deep site
    structure:
      - { section: first, title: First }
      - group: group
        title: Group
        sections: [{ section: second, title: Second }]
        groups: [{ group: inner, title: Inner, sections: [{ section: third, title: Third }] }]
`);

/** The edit of another administrator between plan and apply, and the message of apply then. */
const stale: readonly {
  readonly name: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, string>>;
  readonly edit: Readonly<Record<string, unknown>>;
  readonly says: readonly RegExp[];
}[] = [
  {
    name: "a field that is to change",
    files: twoSteps,
    edit: { "PATCH /teams/team_docs": { title: "Documentation" } },
    says: [
      /acme\/teams\.docs: the title was "Docs", and is "Documentation" now\n +┌ manifests\/all\.yaml:3:26/,
    ],
  },
  {
    name: "an object that is to change and is gone",
    files: twoSteps,
    edit: { "DELETE /teams/team_docs": undefined },
    says: [/acme\/teams\.docs: it was there, with the id "team_docs", and is gone/],
  },
  {
    name: "an object that is to be made and is there by now",
    files: twoSteps,
    edit: { "PUT /teams": { title: "New" } },
    says: [
      /acme\/teams\.new: it was not there, and now the team ".+" has the title "New"\n +┌ manifests\/all\.yaml:4:/,
    ],
  },
  {
    name: "a member in a list that is declared whole",
    files: people,
    edit: { "PUT /teams/team_docs/members": { add: ["li@acme.example"] } },
    says: [/acme\/teams\.docs: id:.+ in members was \(none\), and is "member" now/],
  },
  {
    name: "an order in which something is to move",
    files: deepSite,
    edit: {
      "POST /sites/site_deep/sections/sec_d/move": {
        position: { before: { type: "site-section", siteSection: "sec_a" } },
      },
    },
    says: [
      /acme\/sites\.deep: the order was first, group, fourth, and is fourth, first, group now/,
      /manifests\/all\.yaml:6:/,
    ],
  },
  {
    name: "the order of a collection in which something is to move",
    before: intoGuides,
    files: manifest(`${threeSpaces}collections:\n  guides: { title: Guides, order: ${inOrder} }\n`),
    edit: thirdFirst,
    says: [
      /acme\/collections\.guides: the order was one, two, three, and is three, one, two now\n +┌ manifests\/all\.yaml:4:/,
    ],
  },
  {
    name: "the order of the root in which something is to move",
    files: manifest(`order: ${inOrder}\n${threeSpaces}`),
    edit: thirdFirst,
    says: [/acme: the order was one, two, three, and is three, one, two now/],
  },
  {
    name: "what came into a collection that is to be deleted, since it would go with it",
    files: manifest("collections:\n  guides: { title: Guides, absent: true }\n"),
    edit: { "POST /v1/spaces/sp_one/move": { parent: "col_guides" } },
    says: [/acme\/collections\.guides: the list of spaces has changed: id:sp_one came\n/],
  },
  {
    name: "what came into a collection that is to be transferred and what went, and not what stayed",
    before: intoGuides,
    files: guidesToGlobex,
    edit: {
      "POST /v1/spaces/sp_one/move": { parent: null },
      "POST /v1/spaces/sp_four/move": { parent: "col_guides" },
    },
    says: [/acme\/collections\.guides: the list of spaces has changed: id:sp_four came and id:sp_one went\n/],
  },
  {
    name: "what came into a collection that is to be transferred",
    files: guidesToGlobex,
    edit: { "POST /v1/spaces/sp_one/move": { parent: "col_guides" } },
    says: [/acme\/collections\.guides: the list of spaces has changed: id:sp_one came\n/],
  },
  {
    name: "a deleted space that is to be restored, and is there again",
    before: goneFour,
    files: manifest("spaces:\n  four: { id: sp_four, title: Four }\n"),
    edit: { "POST /v1/spaces/sp_four/restore": undefined },
    says: [/acme\/spaces\.four: it was deleted, and somebody has restored it since\n/],
  },
  {
    name: "whom publishing a site opens it to",
    before: { "PATCH /sites/site_flat": { visibility: "share-link" } },
    files: manifest("sites:\n  flat: { title: Flat site, published: true }\n"),
    edit: { "PATCH /sites/site_flat": { visibility: "public" } },
    says: [/acme\/sites\.flat: the visibility was "share-link", and is "public" now/],
  },
  {
    name: "what came into a site that is to be deleted, and that it is published by now",
    files: manifest("sites:\n  empty: { id: site_empty, absent: true }\n"),
    edit: {
      "POST /sites/site_empty/site-spaces": { spaceId: "sp_one" },
      "POST /sites/site_empty/publish": undefined,
    },
    says: [
      /acme\/sites\.empty: the published was false, and is true now/,
      /acme\/sites\.empty: the siteSpaces was 0, and is 1 now/,
    ],
  },
  {
    name: "what came into a site that goes undeclared",
    files: manifest(
      "manage: { sites: exact }\nsites: { flat: { title: Flat site }, deep: { title: Deep site } }\n",
    ),
    edit: { "POST /sites/site_empty/site-spaces": { spaceId: "sp_one" } },
    says: [/acme\/sites\.id:site_empty: the siteSpaces was 0, and is 1 now/],
  },
  {
    name: "what names a team that is to be deleted",
    files: manifest("saml: { okta: { label: Okta } }\nteams: { twin: { id: team_twin_a, absent: true } }\n"),
    edit: { "PATCH /saml/saml_okta": { defaultTeam: "team_twin_a" } },
    says: [/acme\/teams\.twin: the risks were .+, and are ".*refers to it \(defaultTeam\).*" now/],
  },
  {
    name: "what came into a section that is to be deleted",
    files: withoutFourth,
    edit: { "POST /sites/site_deep/site-spaces": { spaceId: "sp_one", sectionId: "sec_d" } },
    says: [/acme\/sites\.deep: the order in .*sec_d was id:ss_d, and is id:ss_d, id:.+ now/],
  },
];

describe("apply FILE stops with 4, names it, and sends nothing when somebody changed", () => {
  test.each(stale)("$name", async ({ files, before, edit, says }) => {
    const made = await saved(files, {}, before);
    await meanwhile(made, edit);
    const run = await made.docform("apply --yes plan.json");
    for (const text of says) expect(run.stderr).toMatch(text);
    expect(run).toMatchObject({ code: 4, stdout: "", stderr: expect.stringContaining("error[DF3006]") });
    // One rule: the digest alone binds the same. Of an object that is pinned and gone, there is no plan.
    const { code } = await made.docform(`apply --yes --expect ${digestIn(made)}`);
    expect(says.join().includes("is gone") ? 1 : 4).toBe(code);
    expect(mutations(made.platform)).toEqual([]);
  });

  test("several things: each has its own diagnostic, for machines too", async () => {
    const made = await saved(twoSteps);
    await meanwhile(made, { "PUT /teams": { title: "New" }, "PATCH /teams/team_docs": { title: "D" } });
    const run = await made.docform("apply --yes --format json plan.json");
    const lines = run.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(run.code).toBe(4);
    expect(lines.map(({ diagnostic }) => diagnostic?.code).filter(Boolean)).toEqual(["DF3006", "DF3006"]);
    expect(lines.at(-1)["@message"]).toBe("Nothing was changed: the plan is stale.");
    expect(lines.at(-2).diagnostic.source).toMatchObject({ file: "manifests/all.yaml", line: 4 });
  });
});

const move = { position: { after: { type: "site-section", siteSection: "sec_d" } } };

/** Events between plan and apply that are no preconditions of the plan, and the message of apply. */
const unrelated: readonly {
  readonly name: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, string>>;
  readonly edit?: Readonly<Record<string, unknown>>;
  readonly manifests?: string;
  readonly sent: readonly string[];
  readonly says?: string;
}[] = [
  {
    name: "the names around it: a second object with the same title, and what a field refers to",
    files: manifest(
      "teams:\n  docs: { id: team_docs, title: Docs }\nsaml:\n  okta: { label: Okta, defaultTeam: docs, defaultRole: edit }\n",
    ),
    edit: { "PUT /teams": { title: "Docs" } },
    sent: [`PATCH ${organization}/saml/saml_okta 200`],
  },
  {
    name: "what shows a space that is to be deleted",
    before: onlyOneIsShown,
    files: manifest("spaces: { four: { id: sp_four, absent: true } }\n"),
    edit: { "POST /sites/site_empty/site-spaces": { spaceId: "sp_four" } },
    sent: ["DELETE /v1/spaces/sp_four 205"],
  },
  {
    name: "another object of the kind",
    files: twoSteps,
    edit: { "PUT /teams": { title: "Others" }, "DELETE /teams/team_twin_a": undefined },
    sent: [`PATCH ${organization}/teams/team_docs 200`, `PUT ${organization}/teams 201`],
  },
  {
    name: "a field of the same object that no manifest declares",
    files: manifest("sites:\n  empty: { title: Empty site, basename: empty }\n"),
    edit: { "PATCH /sites/site_empty": { visibility: "public" } },
    sent: [`PATCH ${organization}/sites/site_empty 200`],
  },
  {
    name: "people of a team of which only the declared ones are managed",
    files: manifest(
      "teams:\n  docs: { id: team_docs, title: Writers, members: { ana@acme.example: owner }, manage: { members: listed } }\n",
    ),
    edit: { "PUT /teams/team_docs/members": { add: ["li@acme.example"] } },
    sent: [`PATCH ${organization}/teams/team_docs 200`],
  },
  {
    name: "another declared object: what a new plan would do about it is left alone",
    files: manifest(
      "teams:\n  docs: { id: team_docs, title: Writers }\n  twin: { id: team_twin_a, title: Twin }\n",
    ),
    edit: { "PATCH /teams/team_twin_a": { title: "Changed by hand" } },
    sent: [`PATCH ${organization}/teams/team_docs 200`],
    says: "Not changed, as it is not part of this plan: teams.twin.",
  },
  {
    name: "the order of a list in which nothing is to move",
    files: manifest(
      `sites:\n  deep:\n    title: Deep site\n    structure:\n      - { section: first, id: sec_a, title: Start }\n      - group: group\n        title: Group\n        sections: [{ section: second, title: Second }]\n        groups: [{ group: inner, title: Inner, sections: [{ section: third, title: Third }] }]\n      - { section: fourth, title: Fourth }\n`,
    ),
    edit: { "POST /sites/site_deep/sections/sec_a/move": move },
    sent: [`PATCH ${organization}/sites/site_deep/sections/sec_a 200`],
    says: "Not changed",
  },
  {
    name: "the place of something that no order names, and what a collection holds that stays",
    files: manifest(`order: [{ space: two }, { space: one }]\n${threeSpaces}`),
    edit: {
      "POST /v1/spaces/sp_four/move": { parent: "col_guides" },
      "POST /v1/spaces/sp_three/move": { position: { before: { type: "space", space: "sp_one" } } },
    },
    sent: ["POST /v1/spaces/sp_one/move 200"],
  },
  {
    name: "a declared site, where a space is deleted that it does not show",
    before: onlyOneIsShown,
    files: manifest(
      "spaces: { one: { title: One }, four: { id: sp_four, absent: true } }\nsites: { empty: { title: Empty site, structure: [{ space: one }] } }\n",
    ),
    edit: { "PATCH /sites/site_empty": { title: "Renamed" } },
    sent: ["DELETE /v1/spaces/sp_four 205"],
    says: "Not changed",
  },
  {
    name: "a site that showed a space which is to be deleted, and shows it no more",
    files: manifest("spaces: { four: { id: sp_four, absent: true } }\n"),
    edit: { "DELETE /sites/site_deep": undefined },
    sent: ["DELETE /v1/spaces/sp_four 205"],
  },
  {
    name: "the manifests: the steps run as they were reviewed",
    files: twoSteps,
    manifests: "teams:\n  docs: { id: team_docs, title: Authors }\n  twin: { id: team_twin_b, title: Two }\n",
    sent: [`PATCH ${organization}/teams/team_docs 200`, `PUT ${organization}/teams 201`],
    says: "Not changed, as it is not part of this plan: teams.docs and teams.twin.",
  },
];

describe("apply FILE runs exactly what was reviewed when somebody changed", () => {
  test.each(unrelated)("$name", async ({ before, files, edit = {}, manifests, sent, says }) => {
    const made = await saved(files, {}, before);
    if (manifests !== undefined) declare(made, manifests);
    await meanwhile(made, edit);
    const run = await made.docform("apply --yes plan.json");
    expect(run).toMatchObject({ code: 0, stderr: expect.stringContaining(says ?? "ok") });
    expect([...mutations(made.platform)].sort()).toEqual([...sent].sort());
  });

  test("nothing at all, and again: then it is stale, as it is done", async () => {
    const made = await saved(twoSteps);
    const { digest } = JSON.parse(readFileSync(join(made.folder, "plan.json"), "utf8"));
    const run = await made.docform(`apply --yes --expect ${digest} plan.json`);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("2 done") });
    expect(run.stdout).toContain("A second plan is empty");
    expect(mutations(made.platform)).toHaveLength(2);
    expect(await made.docform("apply --yes plan.json")).toMatchObject({ code: 4 });
    expect(mutations(made.platform)).toEqual([]);
  });

  test("the end tells what was left alone, for machines too", async () => {
    const made = await saved(
      manifest(
        "teams:\n  docs: { id: team_docs, title: Writers }\n  twin: { id: team_twin_a, title: Twin }\n",
      ),
    );
    await meanwhile(made, { "PATCH /teams/team_twin_a": { title: "Changed by hand" } });
    const run = await made.docform("apply --yes --format json plan.json");
    const end = JSON.parse(run.stdout.trim().split("\n").at(-1) ?? "");
    expect(end.summary).toMatchObject({ done: 1, converged: true, left: [], others: ["acme/teams.twin"] });
    expect(end["@message"]).toBe(
      "1 call done, nothing of this plan is left; 1 resource differs outside of it.",
    );
  });
});

test("a copy, a restore, a translation run and a spec text run as they were reviewed", async () => {
  const made = await project({
    "docform.yaml": "organizations: { acme: { id: org_acme }, globex: { id: org_globex } }\n",
    ...manifest(`spaces:
  one: { title: One }
  copy: { title: Copy, duplicateFrom: one, collection: guides }
  four: { id: sp_four, title: Four, collection: guides }
collections:
  guides: { title: Guides, order: [{ space: four }, { space: copy }] }
translations:
  fr: { source: one, language: fr }
openapi:
  pets: { source: { text: "openapi: 3.1.0" } }
`),
  });
  await meanwhile(made, {
    ...goneFour,
    "POST /translations": { source: { space: "sp_one" }, language: "fr" },
  });
  await made.docform("plan --run acme/translations.fr --out plan.json");
  const { steps } = JSON.parse(readFileSync(join(made.folder, "plan.json"), "utf8"));
  await meanwhile(made, { "PUT /teams": { title: "Unrelated" } });
  const run = await made.docform("apply --yes plan.json");
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining(`${steps.length} done`) });
  const operations = steps.map(({ operation }: { operation: string }) => operation);
  for (const name of ["duplicateSpace", "restoreSpace"]) expect(operations).toContain(name);
  expect(mutations(made.platform)).toHaveLength(steps.length);
});

test("a plan that a guard holds is saved, and held when it is applied, whatever the manifest says by then", async () => {
  const made = await saved(manifest("teams:\n  docs: { id: team_docs, absent: true, protect: true }\n"));
  declare(made, "teams:\n  docs: { id: team_docs, absent: true }\n");
  const run = await made.docform("apply --yes plan.json");
  expect(run).toMatchObject({ code: 3, stdout: expect.stringContaining("is protected") });
  expect(mutations(made.platform)).toEqual([]);
});

const settings = (guards: string): string => `organizations: { acme: { id: org_acme } }\nguards: ${guards}\n`;
const demoted = manifest("members:\n  ana@acme.example: { role: edit }\n");
const ownerGoes =
  "teams:\n  docs: { id: team_docs, members: { ana@acme.example: member }, manage: { members: listed } }\n";
const secondAdmin = { "PATCH /members/usr_li": { role: "admin" } };
const noSecondAdmin = { "PATCH /members/usr_li": { role: "edit" } };
const secondOwner = {
  "PUT /teams/team_docs/members": { add: ["usr_li"], memberships: { usr_li: { role: "owner" } } },
};

/** Changes between plan and apply by which a guard holds the plan, which it did not before. */
const heldSince: readonly {
  readonly name: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, string>>;
  readonly edit?: Readonly<Record<string, unknown>>;
  readonly since?: Readonly<Record<string, string>>;
  readonly says: string;
}[] = [
  {
    name: "the last other admin is one no more",
    before: secondAdmin,
    files: demoted,
    edit: noSecondAdmin,
    says: "no admins remain in acme, and guards.minAdmins is 1",
  },
  {
    name: "the last other admin is one no more, and manifests have become wrong elsewhere",
    before: secondAdmin,
    files: demoted,
    edit: noSecondAdmin,
    since: manifest("members:\n  ana@acme.example: { role: edit }\nteams: { twin: { title: Twin } }\n"),
    says: "no admins remain in acme, and guards.minAdmins is 1",
  },
  {
    name: "the last other owner, whom nobody declares, leaves the team",
    before: secondOwner,
    files: manifest(ownerGoes),
    edit: { "DELETE /teams/team_docs/members/usr_li": undefined },
    says: "acme/teams.docs is left without an owner",
  },
  {
    name: "protect: true is written at what goes",
    files: manifest("teams:\n  docs: { id: team_docs, absent: true }\n"),
    since: manifest("teams:\n  docs: { id: team_docs, title: Docs, protect: true }\n"),
    says: "acme/teams.docs is protected, and this plan deletes it",
  },
  {
    name: "docform.yaml asks for more admins",
    before: secondAdmin,
    files: demoted,
    since: { "docform.yaml": settings("{ minAdmins: 2 }") },
    says: "1 admin remains in acme, and guards.minAdmins is 2",
  },
  {
    name: "docform.yaml asks for an admin, who is to become a guest and stays one by the manifests of now",
    files: {
      "docform.yaml": settings("{ minAdmins: 0 }"),
      ...manifest("members:\n  ana@acme.example: { role: null }\n"),
    },
    since: {
      "docform.yaml": settings("{ minAdmins: 1 }"),
      ...manifest("members:\n  ana@acme.example: { role: admin }\n"),
    },
    says: "no admins remain in acme, and guards.minAdmins is 1",
  },
  {
    name: "docform.yaml holds what opens something",
    files: manifest("sites:\n  flat: { title: Flat site, visibility: public, published: true }\n"),
    since: { "docform.yaml": settings("{ exposure: hold }") },
    says: "it opens something to more people: anyone can open the site, and search engines index it",
  },
];

describe("apply FILE is held with 3, and sends nothing, when since it was saved", () => {
  test.each(heldSince)("$name", async ({ files, before, edit = {}, since = {}, says }) => {
    const made = await saved(files, {}, before);
    for (const [path, text] of Object.entries(since)) writeFileSync(join(made.folder, path), text);
    await meanwhile(made, edit);
    const run = await made.docform("apply --yes plan.json");
    expect(run).toMatchObject({
      code: 3,
      stdout: expect.stringContaining(`held: ${says}; it was not so when the plan was saved`),
    });
    expect(mutations(made.platform)).toEqual([]);
  });

  test("nothing: what it was allowed stays allowed, and what else there is does not matter", async () => {
    const made = await project(manifest(ownerGoes));
    await made.docform("plan --allow-ownerless --out plan.json");
    await meanwhile(made, { ...noSecondAdmin, "PUT /teams": { title: "Others" } });
    expect(await made.docform("apply --yes plan.json")).toMatchObject({ code: 0 });
    expect(mutations(made.platform)).toEqual([`PUT ${organization}/teams/team_docs/members 204`]);
  });
});

const translated = manifest("translations: { fr: { source: 'id:sp_one', language: fr } }\n");
const toFrench = { "POST /translations": { source: { space: "sp_one" }, language: "fr" } };
const specOf = (text: string): string =>
  `openapi: { pets: { source: { text: "openapi: 3.1.0 # ${text}" } } }\n`;

/** Lets the platform end what it has begun. */
const later = async ({ platform }: Project): Promise<void> => platform.sleep(10_000);

describe("apply FILE stops with 4 after it ran, where no field shows that:", () => {
  test("the run of a translation", async () => {
    const made = await project(translated);
    await meanwhile(made, toFrench);
    await later(made);
    await made.docform("plan --run translations.fr --out plan.json");
    expect(await made.docform("apply --yes plan.json")).toMatchObject({ code: 0 });
    made.platform.takeRequests();
    const run = await made.docform("apply --yes plan.json");
    expect(run).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/acme\/translations\.fr: the run count was 1, and is 2 now/),
    });
    expect(mutations(made.platform)).toEqual([]);
  });

  test("a run that goes on when the plan is saved may end before it is applied", async () => {
    const made = await project(translated);
    await meanwhile(made, toFrench);
    await made.docform("plan --run translations.fr --out plan.json");
    await later(made);
    expect(await made.docform("apply --yes plan.json")).toMatchObject({ code: 0 });
  });

  test("the same task is planned and run again", async () => {
    const made = await project(translated);
    await meanwhile(made, toFrench);
    for (const _ of [1, 2]) {
      await made.docform("plan --run translations.fr --out plan.json");
      expect(await made.docform("apply --yes plan.json")).toMatchObject({ code: 0 });
    }
  });

  test("the text of a spec", async () => {
    const made = await project(manifest(specOf("v1")));
    await made.docform("apply --yes");
    declare(made, specOf("v2"));
    await made.docform("plan --out plan.json");
    expect(await made.docform("apply --yes plan.json")).toMatchObject({ code: 0 });
    made.platform.takeRequests();
    const run = await made.docform("apply --yes plan.json");
    expect(run).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/openapi\.pets: the lastVersion was/),
    });
    expect(mutations(made.platform)).toEqual([]);
  });
});

test("apply FILE stops with 4 when somebody else has sent another text of a spec", async () => {
  const made = await project(manifest(specOf("v1")));
  await made.docform("apply --yes");
  declare(made, specOf("v2"));
  await made.docform("plan --out plan.json");
  await meanwhile(made, { "PUT /openapi/pets": { source: { text: "openapi: 3.1.0 # theirs" } } });
  const run = await made.docform("apply --yes plan.json");
  expect(run).toMatchObject({
    code: 4,
    stderr: expect.stringContaining("acme/openapi.pets: the processingState"),
  });
  expect(mutations(made.platform)).toEqual([]);
});

test("a spec of which somebody has changed what no manifest declares gets its text", async () => {
  const made = await project(manifest(specOf("v1")));
  await made.docform("apply --yes");
  declare(made, specOf("v2"));
  await made.docform("plan --out plan.json");
  await meanwhile(made, { "PATCH /openapi/pets": { visibility: "public" } });
  expect(await made.docform("apply --yes plan.json")).toMatchObject({ code: 0 });
});

test.each([
  "--target acme/teams.docs",
  "--run acme/teams.docs",
  "--resend acme/teams.docs",
  "--allow-empty",
  "--allow-deletes 1",
])("a saved plan is run as it is: it takes no %s", async (option) => {
  const { docform, platform } = await saved(twoSteps);
  const run = await docform(`apply --yes ${option} plan.json`);
  expect(run).toMatchObject({ code: 1, stderr: expect.stringContaining("error[DF5001]") });
  expect(platform.takeRequests()).toEqual([]);
});

test("a saved plan for some addresses is about those only", async () => {
  const { docform, platform } = await project(twoSteps);
  await docform("plan --target acme/teams.docs --out plan.json");
  platform.takeRequests();
  expect(await docform("apply --yes plan.json")).toMatchObject({ code: 0 });
  expect(mutations(platform)).toEqual([`PATCH ${organization}/teams/team_docs 200`]);
});

type Document = Record<string, unknown> & { steps: Record<string, unknown>[] };

/** Puts the digest or the checksum right that an edit made wrong, as somebody may who knows how. */
const sha = (value: unknown): string => createHash("sha256").update(canonicalJson(value)).digest("hex");
const withoutSum = ({ checksum: _, ...document }: Document): object => document;

/** As a version of docform writes it that knows more. */
function withSums(document: Document): Document {
  const { platform, organizations, steps } = document as Document & Record<"platform", { baseUrl: string }>;
  const whole = { ...document, digest: sha({ platform: platform.baseUrl, organizations, steps }) };
  return { ...whole, checksum: sha(withoutSum(whole)) };
}

const someWait = {
  operation: "getTranslation",
  params: {},
  state: "/state",
  running: [],
  problems: "/problems",
  code: "/code",
  next: "look",
  seconds: 1,
};

const refused: readonly {
  readonly name: string;
  readonly edit: (document: Document) => unknown;
  readonly says: string;
}[] = [
  {
    name: "a step that was edited",
    edit: (document) => ({ ...document, steps: [{ ...document.steps[0], body: { title: "Mine" } }] }),
    says: "plan.json was changed after docform wrote it",
  },
  {
    name: "a text that was edited",
    edit: (document) => ({ ...document, changes: [] }),
    says: "plan.json was changed after docform wrote it",
  },
  {
    name: "a step that was edited, with a checksum that fits",
    edit: (document) => {
      const mine = { ...document, steps: [{ ...document.steps[0], body: { title: "Mine" } }] };
      return { ...mine, checksum: sha(withoutSum(mine)) };
    },
    says: "plan.json was changed: its digest is that of another plan",
  },
  {
    name: "a file without a checksum",
    edit: withoutSum,
    says: "plan.json was changed after docform wrote it",
  },
  {
    name: "another format",
    edit: (document) => ({ ...document, formatVersion: 2, tool: { name: "docform", version: "9.0.0" } }),
    says: "plan.json is a plan of format 2, made by docform 9.0.0",
  },
  {
    name: "a call that this docform does not know",
    edit: (document) => {
      const steps = [{ ...document.steps[0], operation: "inviteMember" }];
      const newer = { ...document, steps, tool: { name: "docform", version: "9.0.0" } };
      return { ...newer, checksum: sha(withoutSum(newer)) };
    },
    says: "plan.json was made by docform 9.0.0, and docform",
  },
  ...(
    [
      [
        "a step with what this docform does not know",
        (document) => ({ ...document, steps: [{ ...document.steps[0], query: { force: true } }] }),
      ],
      [
        "a wait of a step with what this docform does not know",
        (document) => ({ ...document, steps: [{ ...document.steps[0], wait: { ...someWait, often: 1 } }] }),
      ],
      [
        "something that it rests on and this docform does not know",
        (document) => ({
          ...document,
          observed: { "acme/teams.docs": { id: null, fields: {}, quiet: true } },
        }),
      ],
    ] as const satisfies readonly (readonly [string, (document: Document) => Document])[]
  ).map(([name, edit]) => ({
    name: `${name}, though its digest and its checksum fit`,
    edit: (document: Document) =>
      withSums({ ...edit(document), tool: { name: "docform", version: "9.0.0" } }),
    says: "plan.json was made by docform 9.0.0, and docform",
  })),
  { name: "a file that is no plan", edit: () => ({ hello: "world" }), says: "plan.json is not a plan" },
  { name: "a text", edit: () => undefined, says: "plan.json is not a plan" },
];

describe("apply FILE refuses with 1, before any request,", () => {
  test.each(refused)("$name", async ({ edit, says }) => {
    const { docform, platform, folder } = await saved(twoSteps);
    const file = join(folder, "plan.json");
    const document = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify(edit(document)) ?? "no plan");
    const run = await docform("apply --yes plan.json");
    expect(run).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(`error[DF5003]: ${says}`),
    });
    expect(platform.takeRequests()).toEqual([]);
  });

  test("a plan of another platform", async () => {
    const [one, other] = [await saved(twoSteps), await project(twoSteps)];
    const run = await one.docform("apply --yes plan.json", { env: other.platform.env });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(`error[DF5003]: the plan is for ${one.platform.url}`);
    expect(other.platform.takeRequests()).toEqual([]);
  });

  test("a plan of another edition of the API, and an undo of a run in it", async () => {
    const made = await saved(twoSteps);
    const settings = join(made.folder, "docform.yaml");
    const before = readFileSync(settings, "utf8");
    writeFileSync(settings, `platform: { api: gitbook }\n${before}`);
    const other = "for the API edition reference, and platform.api of this project is gitbook";
    const run = await made.docform("apply --yes plan.json");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain(`error[DF5003]: the plan is ${other}`);
    expect(made.platform.takeRequests()).toEqual([]);
    writeFileSync(settings, before);
    expect(await made.docform("apply --yes plan.json")).toMatchObject({ code: 0 });
    writeFileSync(settings, `platform: { api: gitbook }\n${before}`);
    const undo = await made.docform("undo --yes");
    expect(undo.code).toBe(1);
    expect(undo.stderr).toMatch(new RegExp(`error\\[DF5035\\]: the run \\S+ is ${other}`));
    writeFileSync(settings, before);
    expect(await made.docform("undo --yes")).toMatchObject({ code: 0 });
  });

  test("a plan of another organization under the same alias", async () => {
    const made = await saved(twoSteps);
    writeFileSync(join(made.folder, "docform.yaml"), "organizations: { acme: { id: org_globex } }\n");
    const run = await made.docform("apply --yes plan.json");
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain('error[DF5003]: the plan is for the organization "org_acme" as acme');
    expect(made.platform.takeRequests()).toEqual([]);
  });
});

const secretive = manifest(
  'teams:\n  docs: { id: team_docs, title: "${env:TITLE}" }\n  new: { title: "${env:NEW}" }\nsaml:\n  okta: { label: Okta, certificate: "${file:okta.pem}" }\n',
);
const values = { TITLE: "canary-title", NEW: "canary-new" };
const withFile = { ...secretive, "okta.pem": "canary certificate" };

/** Changes of the sources of hidden values, and the names in the message of apply; never a value. */
const lost: readonly {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly certificate?: string;
  readonly says: readonly string[];
}[] = [
  {
    name: "another value",
    env: { ...values, TITLE: "canary-2" },
    says: ["acme/teams.docs: the title (sensitive)"],
  },
  {
    name: "another file",
    env: values,
    certificate: "canary again",
    says: ["acme/saml.okta: the certificate (sensitive)", "manifests/all.yaml:6:"],
  },
];

describe("a plan file holds no secret:", () => {
  test("its values are taken from their sources again when it is applied", async () => {
    const { docform, platform, folder } = await saved(withFile, values);
    expect(readFileSync(join(folder, "plan.json"), "utf8")).not.toContain("canary");
    const run = await docform("apply --yes plan.json", { env: { ...platform.env, ...values } });
    expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("3 done") });
    const { teams } = platform.platform.state.organizations.byId.org_acme ?? {};
    expect(teams?.byId.team_docs?.title).toBe(values.TITLE);
  });

  test.each(lost)("with $name there it is not what was reviewed", async ({ env, certificate, says }) => {
    const { docform, platform, folder } = await saved(withFile, values);
    if (certificate !== undefined) writeFileSync(join(folder, "okta.pem"), certificate);
    const run = await docform("apply --yes plan.json", { env: { ...platform.env, ...env } });
    expect(run).toMatchObject({ code: 4, stdout: "" });
    for (const text of says) expect(run.stderr).toContain(text);
    expect(mutations(platform)).toEqual([]);
  });

  test("without a value there the manifests are wrong, and nothing is sent", async () => {
    const { docform, platform } = await saved(withFile, values);
    const env = { ...platform.env, TITLE: values.TITLE };
    const run = await docform("apply --yes plan.json", { env });
    expect(run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("DF1008") });
    expect(mutations(platform)).toEqual([]);
  });

  test("somebody who makes what a hidden name stands for makes it stale, and is not told the name", async () => {
    const made = await saved(withFile, values);
    await meanwhile(made, { "PUT /teams": { title: values.NEW } });
    const run = await made.docform("apply --yes plan.json", { env: { ...made.platform.env, ...values } });
    expect(run).toMatchObject({ code: 4 });
    expect(run.stderr).toMatch(
      /acme\/teams\.new: it was not there, and now the team ".+" has the title \(sensitive\)/,
    );
  });
});

test("a hidden value that is one part of an object in a call is found again, and missed when it is another", async () => {
  const files = manifest(
    'spaces: { guides: { title: One } }\ntranslations:\n  fr: { source: guides, sourceLanguage: "${env:FROM}", language: fr }\n',
  );
  const made = await saved(files, { FROM: "en-GB" });
  expect(readFileSync(join(made.folder, "plan.json"), "utf8")).not.toContain("en-GB");
  const other = await made.docform("apply --yes plan.json", { env: { ...made.platform.env, FROM: "de" } });
  expect(other).toMatchObject({ code: 4, stderr: expect.stringContaining("the sourceLanguage (sensitive)") });
  expect(mutations(made.platform)).toEqual([]);
  const run = await made.docform("apply --yes plan.json", { env: { ...made.platform.env, FROM: "en-GB" } });
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("1 done") });
});

describe("a plan file", () => {
  test("is its owner's alone, written whole, with nothing left beside it", async () => {
    const { docform, folder } = await saved(twoSteps);
    writeFileSync(join(folder, "plan.json"), "an older one", { mode: 0o644 });
    await docform("plan --out plan.json");
    expect(statSync(join(folder, "plan.json")).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, "plan.json"), "utf8")).not.toContain("canary");
    expect(readdirSync(folder).sort()).toEqual(["docform.yaml", "manifests", "plan.json"]);
  });

  test("may come from plan --format json as well", async () => {
    const { docform, folder } = await project(twoSteps);
    writeFileSync(join(folder, "mine.json"), (await docform("plan --format json")).stdout);
    expect(await docform("apply --yes mine.json")).toMatchObject({ code: 0 });
  });
});

describe("apply --expect DIGEST", () => {
  test("runs when a new plan has the digest that was shown", async () => {
    const { docform, platform } = await project(twoSteps);
    const digest = /--expect ([0-9a-f]+)/.exec((await docform("plan")).stdout)?.[1];
    expect(await docform(`apply --yes --expect ${digest}`)).toMatchObject({ code: 0 });
    expect(mutations(platform)).toHaveLength(2);
  });

  test("stops with 4 when it has another, and says what the new plan is about", async () => {
    const made = await project(twoSteps);
    const digest = /--expect ([0-9a-f]+)/.exec((await made.docform("plan")).stdout)?.[1];
    await meanwhile(made, { "PATCH /teams/team_docs": { title: "Writers" } });
    const run = await made.docform(`apply --yes --expect ${digest}`);
    expect(run).toMatchObject({ code: 4, stdout: "" });
    expect(run.stderr).toContain("not the one that was reviewed; it makes calls for acme/teams.new");
    expect(mutations(made.platform)).toEqual([]);
  });

  test("stops with 4 when a value before is another one, also when the calls are the same, and names it", async () => {
    const made = await saved(manifest("sites: { flat: { title: Flat site, visibility: unlisted } }\n"));
    await meanwhile(made, { "PATCH /sites/site_flat": { visibility: "share-link" } });
    const run = await made.docform(`apply --yes --expect ${digestIn(made)}`);
    expect(run).toMatchObject({ code: 4, stdout: "" });
    expect(run.stderr).toContain(
      'acme/sites.flat (visibility "share-link" → "unlisted"; anyone can open the site',
    );
    expect(mutations(made.platform)).toEqual([]);
  });

  test("runs when somebody changed what the plan does not change", async () => {
    const made = await saved(twoSteps);
    await meanwhile(made, { "PUT /teams": { title: "Others" }, "PATCH /sites/site_flat": { title: "Flat" } });
    expect(await made.docform(`apply --yes --expect ${digestIn(made)}`)).toMatchObject({ code: 0 });
  });

  test("holds a file to it as well", async () => {
    const { docform, platform } = await saved(twoSteps);
    expect(await docform("apply --yes --expect 0123456789abcdef plan.json")).toMatchObject({ code: 4 });
    expect(platform.takeRequests()).toEqual([]);
  });
});

test("a saved plan that only takes a space out of a section runs, when nothing happened since", async () => {
  const siteWith = (...spaces: readonly string[]) =>
    `spaces: { one: { title: One }, two: { title: Two } }
sites:
  hub:
    title: New hub
    structure:
      - { section: guides, title: Guides, spaces: [${spaces.map((space) => `{ space: ${space} }`).join(", ")}] }
`;
  const made = await project(manifest(siteWith("one", "two")));
  expect(await made.docform("apply --yes")).toMatchObject({ code: 0 });
  declare(made, siteWith("two"));
  await made.docform("plan --out plan.json");
  made.platform.takeRequests();
  expect(await made.docform("apply --yes plan.json")).toMatchObject({ code: 0 });
  expect(mutations(made.platform)).toEqual([expect.stringContaining("DELETE")]);
});
