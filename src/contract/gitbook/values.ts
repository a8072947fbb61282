import * as z from "zod";
import { once } from "../once.ts";
import { translationLanguage } from "../parts/translations.ts";
import { optional, requestBody } from "../resource.ts";

/** A text in other languages than the site's own, by language. */
export const localized = once(() => z.record(z.string(), z.string()).optional());

/** The fields in an answer that this edition adds to a section, and that an external link has. */
export const addedAnswer = () => ({
  draft: z.boolean().optional(),
  localizedTitle: localized(),
  localizedDescription: localized(),
});

/** A title in other languages, each at most 128 characters. */
export const localizedTitle = z.record(translationLanguage, z.string().max(128));

/** A description in other languages, each at most 256 characters. */
export const localizedDescription = z.record(translationLanguage, z.string().max(256));

/** The switch in a body of an item that visitors do not see yet. */
export const draftBody = optional(z.boolean(), "Whether visitors do not see it yet");

/** The fields in a body that this edition adds to a section, and that an external link has. */
export const addedBody = () => ({
  draft: draftBody,
  localizedTitle: optional(localizedTitle, "Title in other languages, by language"),
  localizedDescription: optional(localizedDescription, "Description in other languages, by language"),
});

/** The address that an external link leads to: an absolute one of the web, at most 2048 characters. */
export const linkUrl = z
  .string()
  .max(2048)
  .regex(/^https?:\/\/[^\s/?#]/i, "must begin with http:// or https://, and name a host");

/** The group in a body of something that goes to its end. */
export const groupToEnd = optional(
  z.string().nullable(),
  "Id of the group to put it at the end of; null for the root of the site",
);

/** The template that a new space begins with. */
export const spaceTemplate = requestBody(() => ({ id: z.string().describe("Id of the template") }));
