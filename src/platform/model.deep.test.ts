import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anchor, type Chooser, chooser, org, type Request } from "../../test/support/platform/chooser.ts";
import {
  discussionDisagreements,
  discussionProblems,
  discussionRequests,
} from "../../test/support/platform/random-discussions.ts";
import { editDisagreements, editProblems, editRequests } from "../../test/support/platform/random-edits.ts";
import {
  placeDisagreements,
  placeProblems,
  placeRequests,
} from "../../test/support/platform/random-places.ts";
import {
  type Answer,
  smallSeed,
  type TestPlatform,
  testPlatform,
} from "../../test/support/platform/test-platform.ts";
import type { JsonObject } from "../text/json.ts";
import type { SiteSpaceList, SiteState } from "./store/site-state.ts";
import { snapshot } from "./store/state.ts";
import { rows } from "./store/table.ts";

/** One random request: which operation, and numbers that choose from what is there. */
interface Choice {
  readonly operation: number;
  readonly picks: readonly number[];
}

const choices = fc.array(
  fc.record({ operation: fc.nat(1000), picks: fc.array(fc.nat(1000), { minLength: 6, maxLength: 6 }) }),
  { minLength: 1, maxLength: 60, size: "max" },
);

const seed = { ...smallSeed, templates: [{ id: "plain", pages: [{ title: "Plain" }] }] };

const requests: readonly ((c: Chooser) => Request)[] = [
  (c) => ["POST", `${org}/sites`, { title: c.title(), spaces: c.some(c.spaces.slice(0, 4)) }],
  (c) => ["DELETE", c.at],
  (c) => ["PATCH", c.at, { defaultSiteSection: c.among(c.sections), title: c.title() }],
  (c) => ["PATCH", c.at, { defaultSiteSpace: c.among(c.siteSpaces), basename: c.title() }],
  (c) => ["POST", `${c.at}/publish`],
  (c) => ["POST", `${c.at}/sections`, { spaceId: c.among(c.spaces), title: c.title() }],
  (c) => ["PATCH", `${c.at}/sections/${c.among(c.sections)}`, { path: c.title() }],
  (c) => ["PATCH", `${c.at}/sections/${c.among(c.sections)}`, { defaultSiteSpace: c.among(c.siteSpaces) }],
  (c) => [
    "POST",
    `${c.at}/sections/${c.among(c.sections)}/move`,
    anchor(c, "site-section", "siteSection", c.sections),
  ],
  (c) => ["POST", `${c.at}/sections/${c.among(c.sections)}/move`, {}],
  (c) => ["DELETE", `${c.at}/sections/${c.among(c.sections)}`],
  (c) => ["POST", `${c.at}/section-groups`, { title: c.title(), sections: c.some(c.sections) }],
  (c) => ["POST", `${c.at}/section-groups`, { title: c.title(), parent: c.among(c.groups) }],
  (c) => ["POST", `${c.at}/section-groups/${c.among(c.groups)}/sections`, { sectionId: c.among(c.sections) }],
  (c) => ["DELETE", `${c.at}/section-groups/${c.among(c.groups)}`],
  (c) => ["POST", `${c.at}/site-spaces`, { spaceId: c.among(c.spaces) }],
  (c) => ["POST", `${c.at}/site-spaces`, { spaceId: c.among(c.spaces), sectionId: c.among(c.sections) }],
  (c) => [
    "PATCH",
    `${c.at}/site-spaces/${c.among(c.siteSpaces)}`,
    { path: c.title(), spaceId: c.among(c.spaces) },
  ],
  (c) => [
    "POST",
    `${c.at}/site-spaces/${c.among(c.siteSpaces)}/move`,
    anchor(c, "site-space", "siteSpace", c.siteSpaces),
  ],
  (c) => ["DELETE", `${c.at}/site-spaces/${c.among(c.siteSpaces)}`],
  (c) => ["POST", `${c.at}/share-links`, { name: c.title() }],
  (c) => ["DELETE", `${c.at}/share-links/${c.among(c.links)}`],
  (c) => ["PUT", `${org}/teams`, { title: c.title(), members: c.some(c.people.slice(0, 3)) }],
  (c) => ["DELETE", `${org}/teams/${c.among(c.acme.teams.order)}`],
  (c) => [
    "PUT",
    `${org}/teams/${c.among(c.acme.teams.order)}/members`,
    { add: c.some(c.people), remove: c.some(c.people) },
  ],
  (c) => [
    "PUT",
    `${org}/teams/${c.among(c.acme.teams.order)}/members/${c.among(c.people)}`,
    { role: "owner" },
  ],
  (c) => ["DELETE", `${org}/teams/${c.among(c.acme.teams.order)}/members/${c.among(c.people)}`],
  (c) => ["DELETE", `${org}/members/${c.among(["usr_li", "usr_bo"])}`],
  (c) => ["POST", `${org}/saml`, { label: c.title(), defaultTeam: c.among(c.acme.teams.order) }],
  (c) => ["PATCH", `${org}`, { defaultContent: { type: "site", site: c.among(c.acme.sites.order) } }],
  (c) => ["PUT", `${org}/openapi/${c.title().replace(" ", "-")}`, { source: { text: c.title() } }],
  (c) => ["DELETE", `${org}/openapi/${c.among(c.acme.specs.order)}`],
  ...placeRequests,
  ...discussionRequests,
  ...editRequests,
];

// Asked many times for each request: an `expect` of Vitest would take half of the time.

/** Every id of the records is in exactly one list, and the other way round. */
function expectPermutation(lists: readonly (readonly string[])[], records: readonly string[]): void {
  deepEqual(lists.flat().sort(), [...records].sort());
}

function expectSiteSpaces(site: SiteState, list: SiteSpaceList, section: string | undefined): void {
  const shown = list.siteSpaces.map((id) => site.allSiteSpaces[id]);
  equal(new Set(shown.map((each) => each?.path)).size, shown.length);
  equal(
    shown.every((each) => each?.section === section),
    true,
  );
  if (shown.length === 0) equal(list.defaultSiteSpace, undefined);
  else ok(list.siteSpaces.includes(list.defaultSiteSpace ?? "none"));
}

function expectSoundSite(site: SiteState): void {
  const sections = Object.values(site.sections);
  const groups = Object.values(site.groups);
  expectPermutation(
    [site.children, ...groups.map((group) => group.children)],
    [...sections, ...groups].map(({ id }) => id),
  );
  expectPermutation(
    [site.siteSpaces, ...sections.map((section) => section.siteSpaces)],
    Object.keys(site.allSiteSpaces),
  );
  for (const { id, children } of groups) {
    for (const child of children) equal(site.sections[child]?.group ?? site.groups[child]?.parent, id);
  }
  for (const id of site.children) equal(site.sections[id]?.group ?? site.groups[id]?.parent, undefined);
  equal(new Set(sections.map((section) => section.path)).size, sections.length);
  expectSiteSpaces(site, site, undefined);
  for (const section of sections) {
    ok(section.siteSpaces.length > 0);
    expectSiteSpaces(site, section, section.id);
  }
  if (sections.length > 0) deepEqual(site.siteSpaces, []);
  equal(site.defaultSection !== undefined && site.defaultSection in site.sections, sections.length > 0);
}

function expectSound({ state }: TestPlatform["platform"]): void {
  deepEqual(placeProblems(state), []);
  deepEqual(editProblems(state), []);
  deepEqual(discussionProblems(state), []);
  for (const organization of rows(state.organizations)) {
    for (const site of rows(organization.sites)) expectSoundSite(site);
    for (const team of rows(organization.teams)) {
      deepEqual(
        Object.keys(team.members).filter((id) => !(id in organization.members.byId)),
        [],
      );
    }
    for (const { defaultTeam } of rows(organization.samlProviders)) {
      if (defaultTeam !== undefined) ok(organization.teams.order.includes(defaultTeam));
    }
    const content = organization.defaultContent?.site;
    if (content !== undefined) ok(organization.sites.order.includes(content));
  }
}

/** What the API tells agrees with itself: counts with lists, defaults, one read with another. */
function expectAgreement(platform: TestPlatform): void {
  const { call, list } = platform;
  deepEqual(placeDisagreements(platform), []);
  deepEqual(editDisagreements(platform), []);
  deepEqual(discussionDisagreements(platform), []);
  for (const team of list(`${org}/teams`)) {
    equal(list(`${org}/teams/${team.id}/members`).length, Number(team.members));
  }
  for (const site of list(`${org}/sites`)) {
    const at = `${org}/sites/${site.id}`;
    const shown = list(`${at}/site-spaces`);
    const sections = list(`${at}/sections`);
    equal(site.siteSpaces, shown.length);
    if (sections.length > 0)
      deepEqual(
        sections.flatMap((section) => section.siteSpaces),
        shown,
      );
    equal(sections.filter((section) => section.default).length, Math.min(sections.length, 1));
    const inGroups = list(`${at}/section-groups`).flatMap((group) => group.children as JsonObject[]);
    const grouped = sections.filter((section) => section.sectionGroup !== undefined);
    deepEqual(inGroups.map(({ id }) => id).sort(), grouped.map(({ id }) => id).sort());
    deepEqual(call("GET", at).body, site);
  }
}

/** Now and then, two days pass before a request. */
function send({ call, platform, pass }: TestPlatform, { operation, picks }: Choice): Answer {
  if ((picks.at(-1) ?? 0) % 25 === 0) pass(2 * 24 * 60 * 60 * 1000);
  const [method, path, body] = (requests[operation % requests.length] as (c: Chooser) => Request)(
    chooser(platform.state, picks),
  );
  const before = snapshot(platform.state);
  const answer = call(method, path, body);
  const nothingThere = answer.status === 204 && method === "DELETE";
  if (answer.status >= 400 || nothingThere) deepEqual(platform.state, before);
  return answer;
}

/** Sequences to try; `npm run model -- --runs N --seed S` tries more, new ones each time. */
const numRuns = Number(process.env.LAW_RUNS ?? 150);
/** So many sequences send each request at least once. */
const fewestForEach = 150;
const sequenceSeed = Number(
  process.env.LAW_SEED ?? (process.env.LAW_RUNS === undefined ? 20260105 : Date.now() % 2 ** 31),
);

describe("whatever is asked, in any order", () => {
  test("the state stays sound, refusals change nothing, and nothing answers 500", () => {
    const seen = new Set<number>();
    const run = (sequence: readonly Choice[]) => {
      const platform = testPlatform(seed);
      for (const choice of sequence) {
        const { status } = send(platform, choice);
        if (status < 300) seen.add(choice.operation % requests.length);
        expectSound(platform.platform);
      }
      expectAgreement(platform);
    };
    fc.assert(fc.property(choices, run), { numRuns, seed: sequenceSeed });
    if (numRuns < fewestForEach) return;
    expect(requests.filter((_, index) => !seen.has(index)).map(String)).toEqual([]);
  });
});
