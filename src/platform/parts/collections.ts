import type { Call, CallAt, GitbookCall, Handlers } from "../calls/call.ts";
import { setGiven } from "../http/refusal.ts";
import { permissionsOf } from "../resources/access.ts";
import { type Caller, listing, type View } from "../resources/caller.ts";
import { moveContent, transferContent } from "../resources/content-move.ts";
import {
  collectionFor,
  collectionsBelow,
  deleteCollection,
  placeContent,
} from "../resources/content-tree.ts";
import { type CollectionState, newId } from "../store/state.ts";
import { entry } from "../store/table.ts";
import { spaceView } from "./spaces.ts";

/** A collection as the API shows it (2.7). */
function showCollection({ token, baseUrl }: Caller, shown: CollectionState): View<"getCollection"> {
  const { children, access, ...fields } = shown;
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

function answer(call: CallAt<"collectionId">) {
  return showCollection(call, call.found.collection);
}

/** All of them in display order, or those at the root (A7, A18). */
function listCollections(call: Call<"listCollections">) {
  const { nested = true } = call.query;
  const all = collectionsBelow(call.state, call.found.organization.children);
  const shown = nested ? all : all.filter(({ parent }) => parent === undefined);
  return listing(shown, (row) => showCollection(call, row));
}

/** A new one stands at the end (A18). */
function createCollection(call: Call<"createCollection">) {
  const { state, body } = call;
  const organization = call.found.organization.id;
  if (body.parent !== undefined) collectionFor(state, organization, body.parent);
  const id = newId(state, "col");
  const { title } = body;
  const created: CollectionState = { id, organization, title, defaultLevel: "inherit", children: [] };
  state.collections[id] = created;
  placeContent(state, created, body.parent);
  return showCollection(call, created);
}

/** The spaces directly in a collection, in order; not those of nested collections. */
function listSpaces(call: Call<"listCollectionSpaces">) {
  const { organization, children } = call.found.collection;
  const spaces = children.flatMap((id) => entry(call.state.spaces, id) ?? []);
  return listing(spaces, spaceView(call, organization));
}

/** Operations on collections (4.7). */
export const collectionHandlers = {
  getCollection: answer,
  updateCollection: (call: GitbookCall<"updateCollection">) =>
    showCollection(call, setGiven(call.found.collection, call.body)),
  deleteCollection: ({ state, found, now }) => deleteCollection(state, found.collection, now),
  listCollectionSpaces: listSpaces,
  moveCollection: (call) => {
    moveContent(call.state, call.found.collection, call.body);
    return answer(call);
  },
  transferCollection: (call) => {
    transferContent(call, call.found.collection, call.body.organization);
    return answer(call);
  },
  listCollections: listCollections,
  createCollection: createCollection,
} satisfies Partial<Handlers>;
