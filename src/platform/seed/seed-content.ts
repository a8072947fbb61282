import { currentRevision, newContent } from "../content/revisions.ts";
import { setGiven } from "../refusal.ts";
import type { CollectionState, OrganizationState, SpaceState } from "../store/state.ts";
import { emptyTable, entry } from "../store/table.ts";
import { idFor, problem, type SeedBuild, timeOf } from "./seed-build.ts";
import { buildChangeRequests } from "./seed-change-requests.ts";
import { buildComments } from "./seed-comments.ts";
import { contentFrom } from "./seed-pages.ts";
import type { SeedCollection, SeedOrganization } from "./seed-schema.ts";

/** Puts the collections and spaces of an organization on the platform, in their order (A18). */
export function buildContent(
  build: SeedBuild,
  organization: OrganizationState,
  seed: SeedOrganization,
  path: string,
): void {
  const { collections = [], spaces = [] } = seed;
  const orders = buildCollections(build, organization, undefined, collections, `${path}.collections`);
  for (const [index, space] of spaces.entries()) {
    buildSpace(build, organization, space, `${path}.spaces.${index}`);
  }
  arrange(build, organization.children, seed.order, `${path}.order`);
  for (const { collection, order, at } of orders) arrange(build, collection.children, order, at);
}

interface Order {
  readonly collection: CollectionState;
  readonly order: readonly string[] | undefined;
  readonly at: string;
}

function buildCollections(
  build: SeedBuild,
  organization: OrganizationState,
  parent: CollectionState | undefined,
  seeds: readonly SeedCollection[],
  path: string,
): Order[] {
  return seeds.flatMap((seed, index) => {
    const at = `${path}.${index}`;
    const { id: given, order, collections = [], title, description, defaultLevel = "inherit" } = seed;
    const id = idFor(build, at, "col", title, given);
    const collection: CollectionState = {
      id,
      organization: organization.id,
      title,
      defaultLevel,
      children: [],
    };
    setGiven(collection, { description, parent: parent?.id });
    build.state.collections[id] = collection;
    (parent ?? organization).children.push(id);
    const inner = buildCollections(build, organization, collection, collections, `${at}.collections`);
    return [{ collection, order, at: `${at}.order` }, ...inner];
  });
}

type SeedSpace = NonNullable<SeedOrganization["spaces"]>[number];

function buildSpace(build: SeedBuild, organization: OrganizationState, seed: SeedSpace, path: string): void {
  const { id: given, collection, deletedAt, comments = [], changeRequests = [], ...rest } = seed;
  const { pages, files, reusableContents, variables, ...fields } = rest;
  const id = idFor(build, path, "sp", fields.title, given);
  const space: SpaceState = {
    id,
    organization: organization.id,
    title: fields.title,
    visibility: collection === undefined ? "private" : "in-collection",
    editMode: "live",
    mergeRules: { type: "inherit" },
    defaultLevel: "inherit",
    createdAt: build.now,
    updatedAt: build.now,
    ...newContent(`rev_${id}`, build.now, contentFrom(build, rest, path)),
    comments: emptyTable(),
  };
  setGiven(space, fields);
  build.state.spaces[id] = space;
  const parent = collection === undefined ? undefined : entry(build.state.collections, collection);
  if (collection !== undefined && parent?.organization !== organization.id) {
    problem(build, `${path}.collection`, `the organization has no collection ${collection}`);
  }
  if (collection === undefined && space.visibility === "in-collection") {
    problem(build, `${path}.visibility`, "in-collection is only for spaces in a collection");
  }
  setGiven(space, { parent: parent?.id });
  if (deletedAt === undefined) (parent ?? organization).children.push(id);
  else space.deletedAt = timeOf(build, deletedAt);
  buildChangeRequests(build, space, changeRequests, `${path}.changeRequests`);
  buildComments(build, { space, revision: currentRevision(space.content) }, comments, `${path}.comments`);
}

/** Brings children into the order that is written; those it leaves out follow. */
function arrange(
  build: SeedBuild,
  children: string[],
  order: readonly string[] | undefined,
  path: string,
): void {
  if (order === undefined) return;
  const there = new Set(children);
  for (const id of order) {
    if (!there.has(id)) problem(build, path, `${id} is not in this place`);
  }
  const first = new Set(order);
  children.splice(0, children.length, ...first, ...children.filter((id) => !first.has(id)));
}
