import * as z from "zod";
import { gitbookSpaceOperations } from "../../contract/gitbook/spaces.ts";
import { defaultLevel, spaceOperations, spaceTitle } from "../../contract/parts/spaces.ts";
import { editMode, httpUrl } from "../../contract/resource.ts";
import { defineKind } from "../../model/kind.ts";
import type { TreeTraits } from "../../model/traits/tree-traits.ts";
import { isObject, type Json } from "../../text/json.ts";
import { accessField, levelField } from "../access.ts";
import { gitbookMergeRulesField, mergeRulesField } from "../merge-rules.ts";
import { openings } from "../openings.ts";
import { permitted } from "../risks-and-permissions.ts";
import { languageWithoutCase, levelDocs, sentInLowerCase, textAt } from "../values.ts";

const language = {
  schema: z.string().min(2),
  doc: "Language of the content, as a BCP 47 code",
  normalize: languageWithoutCase,
};

const operations = {
  read: spaceOperations.listSpaces,
  find: spaceOperations.getSpace,
  update: [spaceOperations.updateSpace],
  delete: spaceOperations.deleteSpace,
};

const untransferred: TreeTraits = {
  itemKey: "space",
  move: {
    operation: spaceOperations.moveSpace,
    anchor: (id) => ({ type: "space", space: id }),
  },
  copy: spaceOperations.duplicateSpace,
  copyName: (original) => `${original} (copy)`,
  restore: {
    operation: spaceOperations.restoreSpace,
    deletedAt: "deletedAt",
  },
  shown: {
    at: "/urls/published",
    risk: "a site whose structure is not declared here may still show it",
  },
};

/** A space (2.6, 4.6). It exists already, or is a copy of one that does (A16). */
export const spaceKind = defineKind({
  name: "space",
  plural: "spaces",
  doc: "A space: one that exists, found by its title or id, or a copy of another one",
  shape: "collection",
  fields: {
    title: { schema: spaceTitle, doc: "Title of the space" },
    emoji: { schema: z.string().min(1), doc: "Emoji of the space, as its code point: 1f680" },
    editMode: {
      schema: editMode,
      doc: "live allows direct edits; locked locks all edits",
      values: { live: "direct edits are allowed", locked: "all edits are locked" },
      access: true,
      usual: "live",
    },
    defaultLevel: {
      schema: defaultLevel,
      doc: "Role that members have in the space; inherit takes it from the parent of the space",
      values: levelDocs,
      access: true,
      usual: "inherit",
    },
    language,
    mergeRules: { ...mergeRulesField, access: true, usual: { type: "inherit" } },
    collection: {
      schema: z.string(),
      doc: "Key of the collection that it is in; null for the root",
      api: "parent",
      refersTo: "collection",
      clearable: true,
      tree: "parent",
    },
    duplicateFrom: {
      schema: z.string(),
      doc: "Key of the space to copy when this one does not exist yet; ignored once it exists",
      refersTo: "space",
      tree: "copy",
    },
    transferTo: {
      schema: z.string(),
      doc: "Alias (or id:…) of the organization that it is transferred to",
      tree: "transfer",
      editions: ["reference"],
    },
  },
  naturalKeys: [["title", "collection"], ["title"]],
  required: [],
  idParam: "spaceId",
  operations,
  tree: { ...untransferred, transfer: { operation: spaceOperations.transferSpace, body: "organization" } },
  permissions: permitted("createContent", "space", "admin"),
  notCreatable:
    "there is no such space, and the API cannot make one from nothing; name a space to copy with duplicateFrom, or create it on the platform, then apply again",
  opens: openings.space,
  seed: {
    list: "spaces",
    tree: { parent: "collection" },
    also: ({ deletedAt }) => (typeof deletedAt === "string" ? { deletedAt } : {}),
  },
  label: (answer) => String(answer.title),
  reversible: true,
  example: { title: "Quickstart", emoji: "1f680", language: "en" },
  differences: {
    gitbook: {
      doc: "A space: one that exists, found by its title or id, a new one, or a copy of another one",
      fields: {
        defaultLevel: levelField("space", { usual: "inherit" }),
        access: accessField("Space"),
        language: { ...language, ...sentInLowerCase },
        mergeRules: { ...gitbookMergeRulesField, access: true, usual: { type: "inherit" } },
        emoji: {
          schema: z.string().min(1),
          doc: "Emoji of the space, as a character or its code point: 1f680",
          clearable: true,
          normalize: asCodePoints,
        },
        icon: {
          schema: httpUrl,
          doc: "Address of the icon of the space, in place of an emoji",
          clearable: true,
          read: ({ urls }) => (isObject(urls) ? textAt(urls, "icon") : undefined),
        },
        template: {
          schema: z.string().min(1),
          doc: "Id of the template that a new space is made from; without one it is empty. Ignored once it exists",
          tree: "template",
        },
      },
      required: ["title"],
      operations: {
        ...operations,
        read: gitbookSpaceOperations.listSpaces,
        find: gitbookSpaceOperations.getSpace,
        create: gitbookSpaceOperations.createSpace,
        update: [gitbookSpaceOperations.updateSpace],
      },
      tree: {
        ...untransferred,
        contents: (template) =>
          typeof template === "string" ? { template: { id: template } } : { empty: true },
      },
      notCreatable: undefined,
    },
  },
});

/** An emoji is written as a character or as its code points (`1f680`), and both are the same. */
function asCodePoints(emoji: Json): Json {
  const text = String(emoji).toLowerCase();
  if (/^[0-9a-f-]+$/.test(text)) return text;
  return [...text].map((character) => character.codePointAt(0)?.toString(16) ?? "").join("-");
}
