import * as z from "zod";
import { once } from "../once.ts";
import { extendOperation } from "../operation.ts";
import {
  itemAnswer,
  siteSection,
  siteSectionGroup,
  siteSectionGroupOperations,
  siteSectionOperations,
} from "../parts/site-sections.ts";
import { optional, resource } from "../resource.ts";
import { gitbookSiteSpace } from "./site-spaces.ts";
import { addedAnswer, addedBody, draftBody, groupToEnd, localized, spaceTemplate } from "./values.ts";

/** Section, which may be a draft that visitors do not see. */
export const gitbookSection = once(() =>
  siteSection().extend({
    ...addedAnswer(),
    siteSpaces: z.array(gitbookSiteSpace()).optional(),
  }),
);

/** Link to another site, among the sections and groups of a site. */
export const siteExternalLink = resource("site-external-link", () => ({
  ...itemAnswer(),
  ...addedAnswer(),
  url: z.string(),
}));

/** Group with the sections, links and groups in it. Groups nest one level; an answer may have more (G6). */
export const gitbookGroup = once(() => {
  const group = siteSectionGroup().extend({
    draft: z.boolean().optional(),
    localizedTitle: localized(),
    /** Deprecated: the sections among the children. */
    sections: z.array(gitbookSection()).optional(),
    get children(): z.ZodOptional<z.ZodArray<z.ZodType>> {
      return z
        .array(z.discriminatedUnion("object", [gitbookSection(), siteExternalLink(), group]))
        .optional();
    },
  });
  return group;
});

const { listSiteSections, createSiteSection, updateSiteSection, moveSiteSection } = siteSectionOperations;
const { listSiteSectionGroups, createSiteSectionGroup, updateSiteSectionGroup } = siteSectionGroupOperations;

/** Operations on sections as the published API has them: a section goes into a group by its update. */
export const gitbookSectionOperations = {
  listSiteSections: extendOperation(listSiteSections, { list: gitbookSection }),
  createSiteSection: extendOperation(createSiteSection, {
    body: () =>
      createSiteSection.body.extend({
        spaceId: z
          .string()
          .nullable()
          .describe("Id of the space that the section shows first; null makes a new, empty one"),
        template: optional(spaceTemplate(), "Template of the new space"),
        draft: draftBody,
        pageId: optional(z.string(), "Id of the page to begin with"),
        siteSectionGroupId: optional(z.string(), "Id of the group; the root of the site when not given"),
      }),
    answers: { 201: gitbookSection },
  }),
  updateSiteSection: extendOperation(updateSiteSection, {
    body: () =>
      updateSiteSection.body.extend({
        ...addedBody(),
        siteSectionGroupId: groupToEnd,
      }),
    answers: { 200: gitbookSection, 204: null },
  }),
  moveSiteSection: extendOperation(moveSiteSection, { answers: { 200: gitbookSection }, deprecated: true }),
};

/** Operations on section groups as the published API has them: a group goes into another one by its update. */
export const gitbookGroupOperations = {
  listSiteSectionGroups: extendOperation(listSiteSectionGroups, { list: gitbookGroup }),
  createSiteSectionGroup: extendOperation(createSiteSectionGroup, {
    body: () => createSiteSectionGroup.body.extend({ draft: draftBody }),
    answers: { 201: gitbookGroup },
  }),
  updateSiteSectionGroup: extendOperation(updateSiteSectionGroup, {
    body: () =>
      updateSiteSectionGroup.body.extend({
        draft: draftBody,
        localizedTitle: addedBody().localizedTitle,
        parentSectionGroupId: groupToEnd,
      }),
    answers: { 200: gitbookGroup, 204: null },
  }),
};
