import * as z from "zod";
import { once } from "../once.ts";
import { extendOperation } from "../operation.ts";
import { siteSpace, siteSpaceOperations } from "../parts/site-spaces.ts";
import { siteTitle } from "../parts/sites.ts";
import { optional } from "../resource.ts";
import { gitbookSpace } from "./spaces.ts";
import { draftBody, localized, spaceTemplate } from "./values.ts";

/** Site space, which may be a draft that visitors do not see. */
export const gitbookSiteSpace = once(() =>
  siteSpace().extend({
    space: gitbookSpace(),
    draft: z.boolean().optional(),
    localizedTitle: localized(),
    pageId: z.string().nullable().optional(),
  }),
);

const { listSiteSpaces, createSiteSpace, updateSiteSpace, moveSiteSpace } = siteSpaceOperations;

/** Operations on site spaces as the published API has them. An answer of 204 leaves the object out (G3). */
export const gitbookSiteSpaceOperations = {
  listSiteSpaces: extendOperation(listSiteSpaces, { list: gitbookSiteSpace }),
  createSiteSpace: extendOperation(createSiteSpace, {
    body: () =>
      createSiteSpace.body.extend({
        spaceId: z.string().nullable().describe("Id of the space to publish; null makes a new, empty one"),
        template: optional(spaceTemplate(), "Template of the new space"),
        draft: draftBody,
        pageId: optional(z.string().nullable(), "Id of the page to begin with"),
        title: optional(siteTitle, "Title on this site, also of the new space"),
      }),
    answers: { 201: gitbookSiteSpace, 204: null },
  }),
  updateSiteSpace: extendOperation(updateSiteSpace, {
    body: () =>
      updateSiteSpace.body.extend({
        pageId: optional(z.string().nullable(), "Id of the page to begin with; null removes it"),
        draft: draftBody,
      }),
    answers: { 200: gitbookSiteSpace, 204: null },
  }),
  moveSiteSpace: extendOperation(moveSiteSpace, { answers: { 200: gitbookSiteSpace }, deprecated: true }),
};
