import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations } from "../operation.ts";
import { deleted, optional } from "../resource.ts";

/** The parts of a look that a replacement must have: the others fall to their defaults. */
const requiredParts = {
  styling: "Theme, colors, fonts and corners",
  internationalization: "Language of the interface",
  favicon: "Icon of the browser tab",
  header: "Logo and links at the top",
  footer: "Logo, links and copyright at the end",
  themes: "Light and dark mode",
  feedback: "Whether visitors can rate pages",
  ai: "Search or assistant",
  advancedCustomization: "Whether advanced options are on",
  trademark: "Whether the mark of the service is shown",
  externalLinks: "Where links to other sites open",
  pagination: "Links to the next and previous page",
  pageActions: "Actions on each page",
  privacyPolicy: "Address of the privacy policy",
  socialPreview: "Image for social media",
  insights: "Cookie that counts visitors",
} as const;

const part = once(() => z.looseObject({}));

const freeParts = once(() => ({
  title: optional(z.string().min(2).max(128).nullable(), "Title of the published site"),
  localizedTitle: optional(part().nullable(), "Title by language"),
  announcement: optional(part().nullable(), "Banner above the content"),
}));

/** Every part of a look by its description, `socialAccounts` beside those that are objects. */
const partsOf = <Part extends z.ZodType>(made: (description: string) => Part) =>
  Object.fromEntries(
    Object.entries(requiredParts).map(([name, description]) => [name, made(description)]),
  ) as Readonly<Record<keyof typeof requiredParts, Part>>;

const socialAccounts = once(() => z.array(part()).describe("Accounts on social media"));

/** The look of a site, or of a site space. Its schema is large and grows: unknown keys are kept (A8, G6). */
export const gitbookCustomization = once(() =>
  z.looseObject({
    ...freeParts(),
    ...partsOf(() => part().optional()),
    socialAccounts: z.array(part()).optional(),
  }),
);

/** Keys of a look whose value is one: a part of a link, a font or an icon means nothing alone. */
export const oneLookPieces = [
  "favicon",
  "font",
  "headingFont",
  "monospaceFont",
  "primaryLink",
  "to",
] as const;

/** Keys of the look of a site space whose value is one: an announcement, and what needs both of its modes there. */
export const ownLookPieces = [
  ...oneLookPieces,
  "announcement",
  "primaryColor",
  "infoColor",
  "successColor",
  "warningColor",
  "dangerColor",
  "tint",
  "backgroundColor",
  "linkColor",
  "logo",
  "default",
  "openapi",
] as const;

/** Parts of a look that no site space has for itself. */
export const partsOfSite: readonly string[] = [
  "ai",
  "advancedCustomization",
  "pageActions",
  "socialAccounts",
  "insights",
];

const customization = "/orgs/{organizationId}/sites/{siteId}/customization" as const;
const siteSpaceCustomization =
  "/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/customization" as const;

/** Operations on the look of sites. */
export const gitbookCustomizationOperations = defineOperations("G look", {
  getSiteCustomization: {
    summary: "Get the look of a site",
    call: `GET ${customization}`,
    answers: { 200: gitbookCustomization },
  },
  putSiteCustomization: {
    summary: "Replace the look of a site; what is left out falls to its default",
    call: `PUT ${customization}`,
    body: () =>
      z.looseObject({
        ...freeParts(),
        ...partsOf((description) => part().describe(description)),
        socialAccounts: socialAccounts(),
      }),
    answers: { 200: gitbookCustomization },
  },
  getSiteSpaceCustomization: {
    summary: "Get the look of a site space, with that of its site where it has none of its own",
    call: `GET ${siteSpaceCustomization}`,
    answers: { 200: gitbookCustomization },
  },
  updateSiteSpaceCustomization: {
    summary: "Give a site space a look of its own; null takes a part of it away",
    call: `PATCH ${siteSpaceCustomization}`,
    body: () => {
      const all = Object.entries(partsOf((description) => optional(part().nullable(), description)));
      const own = all.filter(([name]) => !partsOfSite.includes(name));
      return z.looseObject({ ...freeParts(), ...Object.fromEntries(own) });
    },
    answers: { 200: gitbookCustomization },
  },
  deleteSiteSpaceCustomization: {
    summary: "Take all of its own look from a site space",
    call: `DELETE ${siteSpaceCustomization}`,
    answers: deleted,
  },
});
