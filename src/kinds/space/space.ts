import { spaceOperations, spaceTitle } from "../../contract/spaces.ts";
import { defineKind } from "../../core/kind.ts";

/** A space that exists, so that sites can show it (2.6, 4.6). */
export const spaceKind = defineKind({
  name: "space",
  plural: "spaces",
  doc: "A space that exists on the platform, found by its title or id, so that sites can show it",
  shape: "collection",
  fields: {
    title: { schema: spaceTitle, doc: "Title of the space" },
  },
  naturalKeys: [["title"]],
  required: [],
  idParam: "spaceId",
  operations: { read: spaceOperations.listSpaces, update: [spaceOperations.updateSpace] },
  permissions: {
    create: { of: "organization", name: "createContent" },
    update: { of: "space", name: "admin" },
    delete: { of: "space", name: "admin" },
  },
  notCreatable:
    "there is no such space, and the API cannot make one from nothing; create it on the platform, then apply again",
  seed: { list: "spaces" },
  label: (answer) => String(answer.title),
  example: { title: "Quickstart" },
});
