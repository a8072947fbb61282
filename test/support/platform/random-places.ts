import { collectionsBelow, contentIn } from "../../../src/platform/resources/content-tree.ts";
import { liveSpace, type OrganizationState, type State } from "../../../src/platform/store/state.ts";
import { entry, rows } from "../../../src/platform/store/table.ts";
import type { Json, JsonObject } from "../../../src/text/json.ts";
import { type Chooser, org, type Request } from "./chooser.ts";
import type { TestPlatform } from "./test-platform.ts";

/** A move of a space or collection next to something that stands where it is to go. */
function nextTo(c: Chooser): Json {
  const parent = c.among(c.collections);
  const known = entry(c.state.collections, parent);
  const siblings = known?.children ?? contentIn(c.state, "org_acme", undefined);
  const sibling = c.among(siblings);
  const type = c.among(["space", "collection", sibling in c.state.spaces ? "space" : "collection"]);
  const position = { [c.among(["before", "after"])]: { type, [type]: sibling } };
  return { parent: known === undefined ? null : parent, position };
}

const organizations = ["org_acme", "org_globex"];
const told = { object: "document", nodes: [] };

/** Requests about where spaces and collections stand, and about what else this part of the API does. */
export const placeRequests: readonly ((c: Chooser) => Request)[] = [
  (c) => ["DELETE", `/spaces/${c.among(c.spaces)}`],
  (c) => ["POST", `/spaces/${c.among(c.spaces)}/duplicate`],
  (c) => ["POST", `/spaces/${c.among(c.spaces)}/restore`],
  (c) => ["POST", `/spaces/${c.among(c.spaces)}/move`, {}],
  (c) => ["POST", `/spaces/${c.among(c.spaces)}/move`, { parent: c.among(c.collections) }],
  (c) => ["POST", `/spaces/${c.among(c.spaces)}/move`, nextTo(c)],
  (c) => ["POST", `/spaces/${c.among(c.spaces)}/transfer`, { organization: c.among(organizations) }],
  (c) => ["PATCH", `/collections/${c.among(c.collections)}`, { title: c.title(), defaultLevel: "read" }],
  (c) => ["DELETE", `/collections/${c.among(c.collections)}`],
  (c) => ["POST", `${org}/collections`, { title: c.title() }],
  (c) => ["POST", `${org}/collections`, { title: c.title(), parent: c.among(c.collections) }],
  (c) => ["POST", `/collections/${c.among(c.collections)}/move`, { parent: null }],
  (c) => ["POST", `/collections/${c.among(c.collections)}/move`, { parent: c.among(c.collections) }],
  (c) => ["POST", `/collections/${c.among(c.collections)}/move`, nextTo(c)],
  (c) => [
    "POST",
    `/collections/${c.among(c.collections)}/transfer`,
    { organization: c.among(organizations) },
  ],
  (c) => ["DELETE", `${org}/link-invites/${c.among([])}`],
  () => ["POST", `${org}/join`],
  () => ["POST", `${org}/ping`],
  () => ["PUT", `${org}/agent-instructions`, { instructions: told }],
  (c) => [
    "PUT",
    `${c.at}/adaptive-schema`,
    { jsonSchema: { properties: { [c.title()]: { type: "boolean" } } } },
  ],
];

function sameIds(what: string, a: readonly string[], b: readonly string[]): string[] {
  const [one, other] = [[...a].sort().join(), [...b].sort().join()];
  return one === other ? [] : [`${what}: ${one} and ${other}`];
}

/** A18: the lists of an organization hold each of its live spaces and collections once, and nothing else. */
function listProblems(state: State, organization: OrganizationState): string[] {
  const own = <T extends { readonly organization: string }>(records: Readonly<Record<string, T>>) =>
    Object.values(records).filter((each) => each.organization === organization.id);
  const collections = own(state.collections);
  const live = own(state.spaces).filter(({ deletedAt }) => deletedAt === undefined);
  const lists = [{ id: undefined, children: organization.children }, ...collections];
  const strays = lists.flatMap(({ id, children }) =>
    children.filter((child) => (state.spaces[child] ?? state.collections[child])?.parent !== id),
  );
  return [
    ...sameIds(
      "lists",
      lists.flatMap(({ children }) => children),
      [...live, ...collections].map(({ id }) => id),
    ),
    ...sameIds(
      "collections that the root reaches",
      collectionsBelow(state, organization.children).map(({ id }) => id),
      collections.map(({ id }) => id),
    ),
    ...strays.map((id) => `${id} does not name the list that it is in`),
  ];
}

/** Sites show live spaces of their organization (A17). */
function siteProblems(state: State, organization: OrganizationState): string[] {
  const shown = rows(organization.sites).flatMap(({ allSiteSpaces }) => Object.values(allSiteSpaces));
  const dangling = shown.filter(({ space }) => liveSpace(state, organization, space) === undefined);
  return dangling.map(({ id, space }) => `site space ${id} shows ${space}`);
}

/** A space comes back to a place that is there (A17), and only in a collection is it visible as in one (2.1). */
function spaceProblems(state: State): string[] {
  return Object.values(state.spaces).flatMap(({ id, organization, parent, visibility }) => {
    const around = parent === undefined ? undefined : entry(state.collections, parent);
    if (parent !== undefined && around?.organization !== organization) return [`${id} is in ${parent}`];
    return parent === undefined && visibility === "in-collection" ? [`${id} is in no collection`] : [];
  });
}

/** Where a state is not sound: what stands nowhere or twice, and what names something that is not there. */
export function placeProblems(state: State): string[] {
  return [
    ...rows(state.organizations).flatMap((each) => [
      ...listProblems(state, each),
      ...siteProblems(state, each),
    ]),
    ...spaceProblems(state),
  ];
}

/** Where two answers of the API tell different things. */
export function placeDisagreements({ list }: TestPlatform): string[] {
  const idOf = ({ id }: JsonObject) => String(id);
  const spaces = list(`${org}/spaces`);
  const collections = list(`${org}/collections`);
  const inCollections = collections.flatMap((each) => list(`/collections/${each.id}/spaces`));
  const atRoot = spaces.filter(({ parent }) => parent === undefined);
  const members = list(`${org}/members`).flatMap(({ id, spaces: open, teams }) => [
    ...sameIds(`spaces of ${id}`, [String(open)], [String(list(`${org}/members/${id}/spaces`).length)]),
    ...sameIds(`teams of ${id}`, [String(teams)], [String(list(`${org}/members/${id}/teams`).length)]),
  ]);
  return [
    ...sameIds("spaces", spaces.map(idOf), [...inCollections, ...atRoot].map(idOf)),
    ...sameIds(
      "collections at the root",
      list(`${org}/collections?nested=false`).map(idOf),
      collections.filter(({ parent }) => parent === undefined).map(idOf),
    ),
    ...members,
  ];
}
