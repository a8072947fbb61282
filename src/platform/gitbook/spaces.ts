import { Answer, type GitbookCall, withBody } from "../calls/call.ts";
import { withTemplate } from "../content/templates.ts";
import { invalid, setGiven, setOrClear } from "../http/refusal.ts";
import { spaceView, updateSpace as updateSpaceFields } from "../parts/spaces.ts";
import type { Caller } from "../resources/caller.ts";
import { nothing } from "../resources/change-requests.ts";
import { collectionFor, placeContent } from "../resources/content-tree.ts";
import { newSpace } from "../resources/spaces.ts";
import { newId, type OrganizationState, type SpaceState } from "../store/state.ts";

/** A new one stands at the end of its collection, or of the root (A18). One without a template has no page. */
function createSpace(call: GitbookCall<"createSpace">) {
  const { organization } = call.found;
  const { parent, empty, template, ...given } = call.body;
  if (parent !== undefined) collectionFor(call.state, organization.id, parent);
  if (empty === true && template !== undefined)
    throw invalid("template", "a space is made empty or from a template, not both");
  const made = makeSpace(call, organization, { ...given, template }, parent);
  return new Answer(201, spaceView(call, organization.id)(made));
}

/** An icon takes the place of an emoji, and an emoji that of an icon; null clears both. */
function updateSpace(call: GitbookCall<"updateSpace">) {
  const { emoji, icon, ...fields } = call.body;
  if (typeof emoji === "string" && typeof icon === "string")
    throw invalid("icon", "a space has an emoji or an icon, not both");
  const { space } = call.found;
  updateSpaceFields(withBody(call, fields));
  setOrClear(space, {
    emoji: typeof icon === "string" ? null : emoji,
    icon: typeof emoji === "string" ? null : icon,
  });
  if (Object.keys(call.body).length > 0) space.updatedAt = call.now;
  return spaceView(call, space.organization)(space);
}

/** Spaces are made from nothing, and have icons. */
export const gitbookSpaceHandlers = { createSpace, updateSpace };

/** The fields that a new space is given. */
interface Given {
  readonly title: string;
  readonly emoji?: string | undefined;
  readonly language?: string | undefined;
  readonly editMode?: SpaceState["editMode"] | undefined;
  readonly template?: { readonly id: string } | undefined;
}

/** Makes a space at the end of a collection, or of the root of its organization. 400 for an unknown template. */
export function makeSpace(
  { state, token, now }: Caller,
  organization: OrganizationState,
  { template, ...given }: Given,
  parent?: string,
): SpaceState {
  const draft = newSpace({ id: "", revision: "", title: given.title }, organization.id, now, nothing);
  const edit = { state, space: draft, user: token.user, now };
  const content = template === undefined ? nothing : withTemplate(edit, nothing, template, "template.");
  const own = { id: newId(state, "sp"), revision: newId(state, "rev"), title: given.title };
  const made = setGiven(newSpace(own, organization.id, now, content), given);
  if (parent !== undefined) made.visibility = "in-collection";
  state.spaces[made.id] = made;
  placeContent(state, made, parent);
  return made;
}
