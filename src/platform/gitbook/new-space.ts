import { withTemplate } from "../content/templates.ts";
import { setGiven } from "../http/refusal.ts";
import type { Caller } from "../resources/caller.ts";
import { nothing } from "../resources/change-requests.ts";
import { placeContent } from "../resources/content-tree.ts";
import { newSpace } from "../resources/spaces.ts";
import { newId, type OrganizationState, type SpaceState } from "../store/state.ts";

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
