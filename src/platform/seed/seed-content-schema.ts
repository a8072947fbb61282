import * as z from "zod";
import { changeRequestStatus, changeRequestSubject } from "../../contract/parts/change-requests.ts";
import { translationLanguage } from "../../contract/parts/translations.ts";
import { iconName, optional, richDocument, timestamp } from "../../contract/resource.ts";
import { pageTypes } from "../store/content-state.ts";

/** Id of an object of the seed. */
export const seedId = z
  .string()
  .regex(/^[A-Za-z0-9][\w.-]*$/, "an id begins with a letter or digit, and has letters, digits, _ . - only")
  .max(100)
  .describe("Id of the object");

/** An optional id. Without one, the same readable id is made each time. */
export const ownId = seedId.optional();

/** An optional time. */
export const when = timestamp.optional();

/** Somebody who is a member of an organization of the seed. */
export const person = z.string().describe("Email or id of the person");

const variables = z.record(z.string().regex(/^[\w.-]+$/), z.string());

/** The fields of a page of the seed, apart from its title and subpages. */
const pageFields = {
  id: ownId.describe("Id of the page"),
  slug: optional(
    z
      .string()
      .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, "a slug has letters, digits, . _ - only")
      .max(100),
    "Last part of its path; made from the title when left out",
  ),
  type: optional(z.enum(pageTypes), "document when left out; computed with computed"),
  markdown: optional(z.string(), "The text, as Markdown"),
  description: optional(z.string(), "Description of the page"),
  emoji: optional(z.string(), "Emoji, as a hexadecimal code"),
  icon: optional(iconName, "Name of the icon"),
  hidden: optional(z.boolean(), "Left out of the navigation"),
  noIndex: optional(z.boolean(), "Left out of searches"),
  noRobotsIndex: optional(z.boolean(), "Left out of search engines"),
  variables: optional(variables, "Values of expressions in this page, by name"),
  cover: optional(
    z.strictObject({
      file: seedId.describe("Id of the file"),
      darkFile: optional(seedId, "Id of the file in dark mode"),
      yPos: optional(z.number(), "Vertical position"),
      height: optional(z.number(), "Height"),
    }),
    "Picture above the text",
  ),
  layout: optional(
    z.strictObject({
      width: optional(z.string(), "Such as default or wide"),
      coverSize: optional(z.string(), "Such as hero or full"),
      ...Object.fromEntries(
        ["cover", "title", "description", "tableOfContents", "outline", "pagination", "metadata"].map(
          (key) => [key, optional(z.boolean(), `Whether it shows ${key}`)],
        ),
      ),
    }),
    "What of the page is shown",
  ),
  metaLinks: optional(
    z.strictObject({
      canonical: optional(seedId, "Id of the page that is the original"),
      alternates: optional(z.array(seedId), "Ids of other versions of the page"),
    }),
    "Pages that say the same",
  ),
  computed: optional(
    z.strictObject({
      type: z.string().describe("What computes it, such as builtin:openapi"),
      props: optional(z.record(z.string(), z.string()), "Such as spec: petstore"),
    }),
    "Made when it is asked for",
  ),
  createdAt: when.describe("When it was made; the start of the clock when left out"),
  updatedAt: when.describe("When it was changed last; createdAt when left out"),
};

/** A parsed page of the seed. */
export type SeedPage = z.infer<z.ZodObject<typeof pageFields>> & {
  title: string;
  pages?: SeedPage[] | undefined;
};

/** A page of the seed, with the pages below it. */
const seedPage: z.ZodType<SeedPage> = z.strictObject({
  ...pageFields,
  title: z.string().min(1).describe("Title of the page"),
  get pages(): z.ZodOptional<z.ZodArray<z.ZodType<SeedPage>>> {
    return optional(z.array(seedPage), "Pages below it, in order");
  },
});

const file = z.strictObject({
  id: ownId.describe("Id of the file"),
  name: z.string().min(1).describe("Name of the file"),
  contentType: optional(z.string(), "Media type; by the end of the name when left out"),
  size: optional(z.number().int().min(0), "Size in bytes; 0 when left out"),
  dimensions: optional(
    z.strictObject({ width: z.number().describe("In pixels"), height: z.number().describe("In pixels") }),
    "Size of a picture",
  ),
});

const reusableContent = z.strictObject({
  id: ownId.describe("Id of the reusable content"),
  title: z.string().describe("Title of the reusable content"),
  markdown: z.string().describe("The text, as Markdown"),
});

/** The content of a space apart from its pages. A change request can add the same. */
const contentFields = {
  files: optional(z.array(file), "Files"),
  reusableContents: optional(z.array(reusableContent), "Texts that pages include by id"),
  variables: optional(variables, "Values of expressions, by name"),
};

/** The content of a space of the seed. */
export const seedContent = {
  pages: optional(z.array(seedPage), "Pages, in order"),
  ...contentFields,
};

/** A template of the seed. */
export const seedTemplate = z.strictObject({
  id: seedId.describe("Id of the template"),
  pages: optional(z.array(seedPage), "Pages that it adds; a link to param:NAME is one to a file"),
  variables: optional(variables, "Variables that it adds, where there are none of the name"),
});

/** The content of a space or change request of a seed. */
export type SeedContent = z.infer<z.ZodObject<typeof seedContent>>;
/** A template of a seed. */
export type SeedTemplate = z.infer<typeof seedTemplate>;

const post = {
  id: ownId,
  by: person.describe("Email or id of the person who posted it"),
  body: z.string().describe("The text, as Markdown"),
  at: when.describe("When it was posted; the start of the clock when left out"),
  editedAt: when.describe("When the text was changed last; never when left out"),
  reactions: optional(
    z.record(z.string(), z.array(person)),
    "Emails or ids of the people who reacted, by emoji",
  ),
};

/** A comment on a space or change request, with its replies. */
export const seedComment = z.strictObject({
  ...post,
  page: optional(seedId, "Id of the page it is on; the whole space when left out"),
  node: optional(z.string(), "Id of the node of the page it is on"),
  replies: optional(z.array(z.strictObject(post)), "Replies, in order"),
  resolvedBy: optional(person, "Email or id of the person who resolved it; open when left out"),
  resolvedAt: when.describe("When it was resolved; the start of the clock when left out"),
});

/** A comment of a seed. */
export type SeedComment = z.infer<typeof seedComment>;

const pageEdit = z.strictObject({
  ...pageFields,
  id: ownId.describe("Id of the page that it changes, or of a new one"),
  title: optional(z.string().min(1), "Title; a new page needs one"),
  parent: optional(seedId, "Id of the page above a new one; the root when left out"),
});

/** A change request of the seed: created from its space, edited, and brought to its status, in order. */
export const seedChangeRequest = z.strictObject({
  id: ownId.describe("Id of the change request"),
  subject: changeRequestSubject.describe("Subject of the change request"),
  description: optional(z.string(), "Description, as Markdown"),
  status: optional(changeRequestStatus, "open when left out; merged makes its edits those of the space"),
  createdBy: person.describe("Email or id of the person who made it"),
  createdAt: when.describe("When it was made; the start of the clock when left out"),
  reviewers: optional(z.array(person), "Emails or ids of people asked to review it, beside merge rules"),
  approvals: optional(z.array(person), "Emails or ids of people who reviewed it and agreed"),
  conversationsIssuesCluster: optional(seedId, "Id of the issues cluster that it is for"),
  pages: optional(z.array(pageEdit), "Pages that it changes or adds"),
  removedPages: optional(z.array(seedId), "Ids of pages that it removes"),
  ...contentFields,
  comments: optional(z.array(seedComment), "Comments on it"),
});

/** An edit of a page by a change request of a seed. */
export type SeedPageEdit = z.infer<typeof pageEdit>;
/** A change request of a seed. */
export type SeedChangeRequest = z.infer<typeof seedChangeRequest>;

/** A conversation from an outside system. */
export const seedConversation = z.strictObject({
  id: ownId.describe("Id of the conversation"),
  subject: optional(z.string(), "Subject: conversations with the same one are one cluster"),
  url: optional(z.string(), "Address of the conversation"),
  attributes: optional(z.record(z.string(), z.string()), "Attributes by name; source is where it comes from"),
  createdAt: when.describe("When it began; when it was ingested, if left out"),
  ingestedAt: when.describe("When it was ingested; a minute before the start of the clock when left out"),
  parts: optional(
    z.array(
      z.strictObject({
        role: optional(z.string(), "Who speaks; user when left out"),
        body: z.string().describe("What is said"),
      }),
    ),
    "What was said, in order",
  ),
});

/** A cluster that needs an id or is muted; the others come from the conversations. */
export const seedCluster = z.strictObject({
  id: ownId.describe("Id of the cluster"),
  subject: z.string().describe("Its label; conversations with this subject belong to it"),
  muted: optional(z.boolean(), "No change requests are created for it"),
});

/** A translation of a space that has run once. */
export const seedTranslation = z.strictObject({
  id: ownId.describe("Id of the translation"),
  space: seedId.describe("Id of the space to translate"),
  language: translationLanguage.describe("Language to translate to, as a BCP 47 code"),
  sourceLanguage: optional(translationLanguage, "Language of the space; its own when left out"),
  result: optional(
    seedId.nullable(),
    "Id of the translated space; a copy is made when left out, and null is none",
  ),
  instructions: optional(richDocument(), "What the translator is told, as a rich document"),
});
