import * as z from "zod";
import { iconName } from "../../contract/resource.ts";
import { pageTypes } from "../content/content-state.ts";
import { ownId, seedId, when } from "./seed-fields.ts";

const variables = z.record(z.string().regex(/^[\w.-]+$/), z.string());

/** The fields of a page of the seed, apart from its title and subpages. */
export const pageFields = {
  id: ownId.describe("Id of the page"),
  slug: z
    .string()
    .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, "a slug has letters, digits, . _ - only")
    .max(100)
    .optional()
    .describe("Last part of its path; made from the title when left out"),
  type: z.enum(pageTypes).optional().describe("document when left out; computed with computed"),
  markdown: z.string().optional().describe("The text, as Markdown"),
  description: z.string().optional().describe("Description of the page"),
  emoji: z.string().optional().describe("Emoji, as a hexadecimal code"),
  icon: iconName.optional().describe("Name of the icon"),
  hidden: z.boolean().optional().describe("Left out of the navigation"),
  noIndex: z.boolean().optional().describe("Left out of searches"),
  noRobotsIndex: z.boolean().optional().describe("Left out of search engines"),
  variables: variables.optional().describe("Values of expressions in this page, by name"),
  cover: z
    .strictObject({
      file: seedId.describe("Id of the file"),
      darkFile: seedId.optional().describe("Id of the file in dark mode"),
      yPos: z.number().optional().describe("Vertical position"),
      height: z.number().optional().describe("Height"),
    })
    .optional()
    .describe("Picture above the text"),
  layout: z
    .strictObject({
      width: z.string().optional().describe("Such as default or wide"),
      coverSize: z.string().optional().describe("Such as hero or full"),
      ...Object.fromEntries(
        ["cover", "title", "description", "tableOfContents", "outline", "pagination", "metadata"].map(
          (key) => [key, z.boolean().optional().describe(`Whether it shows ${key}`)],
        ),
      ),
    })
    .optional()
    .describe("What of the page is shown"),
  metaLinks: z
    .strictObject({
      canonical: seedId.optional().describe("Id of the page that is the original"),
      alternates: z.array(seedId).optional().describe("Ids of other versions of the page"),
    })
    .optional()
    .describe("Pages that say the same"),
  computed: z
    .strictObject({
      type: z.string().describe("What computes it, such as builtin:openapi"),
      props: z.record(z.string(), z.string()).optional().describe("Such as spec: petstore"),
    })
    .optional()
    .describe("Made when it is asked for"),
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
    return z.array(seedPage).optional().describe("Pages below it, in order");
  },
});

const file = z.strictObject({
  id: ownId.describe("Id of the file"),
  name: z.string().min(1).describe("Name of the file"),
  contentType: z.string().optional().describe("Media type; by the end of the name when left out"),
  size: z.number().int().min(0).optional().describe("Size in bytes; 0 when left out"),
  dimensions: z
    .strictObject({ width: z.number().describe("In pixels"), height: z.number().describe("In pixels") })
    .optional()
    .describe("Size of a picture"),
});

const reusableContent = z.strictObject({
  id: ownId.describe("Id of the reusable content"),
  title: z.string().describe("Title of the reusable content"),
  markdown: z.string().describe("The text, as Markdown"),
});

/** The content of a space apart from its pages. A change request can add the same. */
export const contentFields = {
  files: z.array(file).optional().describe("Files"),
  reusableContents: z.array(reusableContent).optional().describe("Texts that pages include by id"),
  variables: variables.optional().describe("Values of expressions, by name"),
};

/** The content of a space of the seed. */
export const seedContent = {
  pages: z.array(seedPage).optional().describe("Pages, in order"),
  ...contentFields,
};

/** A template of the seed. */
export const seedTemplate = z.strictObject({
  id: seedId.describe("Id of the template"),
  pages: z.array(seedPage).optional().describe("Pages that it adds; a link to param:NAME is one to a file"),
  variables: variables.optional().describe("Variables that it adds, where there are none of the name"),
});

/** The content of a space or change request of a seed. */
export type SeedContent = z.infer<z.ZodObject<typeof seedContent>>;
/** A template of a seed. */
export type SeedTemplate = z.infer<typeof seedTemplate>;
