import * as z from "zod";
import { gitbookSiteSpaceOperations } from "../../contract/gitbook/site-spaces.ts";
import { siteSpaceOperations, siteSpacePath } from "../../contract/parts/site-spaces.ts";
import { defineKind } from "../../model/kind.ts";
import type { SequenceTraits } from "../../model/traits/sequence-traits.ts";
import { isObject, type JsonObject } from "../../text/json.ts";
import { ownLook } from "../look.ts";
import { openings } from "../openings.ts";
import { byOrganizationAdmin, risk } from "../risks-and-permissions.ts";
import { draftField, leadingOn, shownAs, sortedAs } from "../site-structure.ts";
import { textAt } from "../values.ts";

function spaceOf(answer: JsonObject): JsonObject {
  return isObject(answer.space) ? answer.space : {};
}

/** The traits of a site space in each edition: no call takes it to another section. */
const placed = {
  itemKey: "space",
  childrenKey: "spaces",
  addressIn: "container",
  containers: ["section"],
  containerOf: (answer) => textAt(answer, "section"),
  containerBody: "sectionId",
  createdWithParent: { body: "spaces", field: "space", pointer: "/space/id" },
} as const satisfies SequenceTraits;

const path = {
  schema: siteSpacePath,
  doc: "Path of the space, unique in its section or at the root",
  unique: { madeFrom: "space", inAddress: true },
} as const;

/** A space as a site shows it, in a section or at the root (2.18, 4.14). */
export const siteSpaceKind = defineKind({
  name: "site-space",
  plural: "spaces",
  doc: "A space as a site shows it: in a section, or at the root of a site without sections",
  shape: "sequence",
  parent: "site",
  access: true,
  fields: {
    space: {
      schema: z.string(),
      doc: "Key of the space to show",
      api: "spaceId",
      refersTo: "space",
      read: (answer) => textAt(spaceOf(answer), "id"),
    },
    path,
    condition: {
      schema: z.string(),
      doc: "Expression that decides whether visitors see it; null removes it",
      access: true,
      clearable: true,
    },
    hidden: { schema: z.boolean(), doc: "Is it left out of the navigation?", initial: false },
  },
  naturalKeys: [["path", "space"], ["path"], ["space"]],
  required: ["space"],
  idParam: "siteSpaceId",
  countedAt: "/siteSpaces",
  operations: {
    read: siteSpaceOperations.listSiteSpaces,
    create: siteSpaceOperations.createSiteSpace,
    update: [siteSpaceOperations.updateSiteSpace],
    delete: siteSpaceOperations.deleteSiteSpace,
  },
  sequence: {
    ...placed,
    move: {
      operation: siteSpaceOperations.moveSiteSpace,
      anchor: (id) => ({ type: "site-space", siteSpace: id }),
    },
  },
  differences: {
    gitbook: {
      fields: { path: leadingOn(path), draft: draftField, customization: ownLook },
      operations: {
        read: gitbookSiteSpaceOperations.listSiteSpaces,
        create: gitbookSiteSpaceOperations.createSiteSpace,
        createSays: { draft: false },
        update: [gitbookSiteSpaceOperations.updateSiteSpace],
        delete: siteSpaceOperations.deleteSiteSpace,
      },
      sequence: { ...placed, ...shownAs("site-space"), move: sortedAs("site-space") },
    },
  },
  seed: {},
  label: (answer) => textAt(answer, "title") ?? textAt(spaceOf(answer), "title") ?? String(answer.id),
  permissions: byOrganizationAdmin,
  opens: openings["site-space"],
  risks: ({ action }) =>
    action === "delete" ? [risk("cannot be undone: it leaves the site; the space itself stays")] : [],
  example: { space: "quickstart", path: "start" },
});
