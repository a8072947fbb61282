import type { gitbookOperations } from "../../contract/gitbook/operations.ts";
import { Answer, type CallOf, withBody } from "../calls/call.ts";
import { invalid, setOrClear } from "../http/refusal.ts";
import { spaceView, updateSpace as updateSpaceFields } from "../parts/spaces.ts";
import { collectionFor } from "../resources/content-tree.ts";
import { makeSpace } from "./new-space.ts";

type Operations = typeof gitbookOperations;

/** A new one stands at the end of its collection, or of the root (A18). One without a template has no page. */
function createSpace(call: CallOf<Operations["createSpace"]>) {
  const { organization } = call.found;
  const { parent, empty, template, ...given } = call.body;
  if (parent !== undefined) collectionFor(call.state, organization.id, parent);
  if (empty === true && template !== undefined)
    throw invalid("template", "a space is made empty or from a template, not both");
  const made = makeSpace(call, organization, { ...given, template }, parent);
  return new Answer(201, spaceView(call, organization.id)(made));
}

/** An icon takes the place of an emoji, and an emoji that of an icon; null clears both. */
function updateSpace(call: CallOf<Operations["updateSpace"]>) {
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
