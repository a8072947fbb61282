import type { z } from "zod";
import type { collection, collectionOperations } from "../../contract/parts/collections.ts";
import { permissionsOf } from "../access.ts";
import { type Call, type Caller, type HandlersOf, listing } from "../call.ts";
import { invalid, setGiven } from "../refusal.ts";
import { moveContent, transferContent } from "../resources/content-move.ts";
import { collectionsBelow, deleteCollection, placeContent } from "../resources/content-tree.ts";
import type { CollectionState } from "../store/state.ts";
import { newId } from "../store/state.ts";
import { entry } from "../store/table.ts";
import { spaceView } from "./spaces.ts";

type Operations = typeof collectionOperations;

/** A collection as the API shows it (2.7). */
function showCollection(
  { token, baseUrl }: Caller,
  { children, ...fields }: CollectionState,
): z.output<ReturnType<typeof collection>> {
  return {
    object: "collection",
    ...fields,
    urls: {
      location: `${baseUrl}/v1/collections/${fields.id}`,
      app: `${baseUrl}/app/collections/${fields.id}`,
    },
    permissions: permissionsOf(token, "admin", "viewInviteLinks", "create"),
  };
}

function answer(call: Caller & { readonly found: { readonly collection: CollectionState } }) {
  return { status: 200, body: showCollection(call, call.found.collection) } as const;
}

/** All of them in display order, or those at the root (A7, A18). */
function list(call: Call<Operations["listCollections"]>) {
  const { nested = true } = call.query;
  const all = collectionsBelow(call.state, call.found.organization.children);
  const shown = nested ? all : all.filter(({ parent }) => parent === undefined);
  return listing(shown, (row) => showCollection(call, row));
}

/** A new one stands at the end (A18). */
function create(call: Call<Operations["createCollection"]>) {
  const { state, body } = call;
  const organization = call.found.organization.id;
  if (body.parent !== undefined && entry(state.collections, body.parent)?.organization !== organization) {
    throw invalid("parent", `the organization has no collection ${JSON.stringify(body.parent)}`);
  }
  const created: CollectionState = {
    id: newId(state, "col"),
    organization,
    title: body.title,
    defaultLevel: "inherit",
    children: [],
  };
  state.collections[created.id] = created;
  placeContent(state, created, body.parent);
  return { status: 201, body: showCollection(call, created) } as const;
}

/** The spaces directly in a collection, in order; not those of nested collections. */
function listSpaces(call: Call<Operations["listCollectionSpaces"]>) {
  const { organization, children } = call.found.collection;
  const spaces = children.flatMap((id) => entry(call.state.spaces, id) ?? []);
  return listing(spaces, spaceView(call, organization));
}

function transfer(call: Call<Operations["transferCollection"]>) {
  transferContent(call, call.found.collection, call.body.organization);
  return answer(call);
}

/** Operations on collections (4.7). */
export const collectionHandlers = {
  getCollection: answer,
  updateCollection: (call) => {
    setGiven(call.found.collection, call.body);
    return answer(call);
  },
  deleteCollection: ({ state, found, now }) => {
    deleteCollection(state, found.collection, now);
    return { status: 205 };
  },
  listCollectionSpaces: listSpaces,
  moveCollection: (call) => {
    moveContent(call.state, call.found.collection, call.body);
    return answer(call);
  },
  transferCollection: transfer,
  listCollections: list,
  createCollection: create,
} satisfies HandlersOf<Operations>;
