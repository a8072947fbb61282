import * as z from "zod";
import { changeRequestStatus, changeRequestSubject } from "../../contract/parts/change-requests.ts";
import { seedComment } from "./seed-comment-schema.ts";
import { ownId, person, seedId, when } from "./seed-fields.ts";
import { contentFields, pageFields } from "./seed-page-schema.ts";

const pageEdit = z.strictObject({
  ...pageFields,
  id: ownId.describe("Id of the page that it changes, or of a new one"),
  title: z.string().min(1).optional().describe("Title; a new page needs one"),
  parent: seedId.optional().describe("Id of the page above a new one; the root when left out"),
});

/** A change request of the seed: created from its space, edited, and brought to its status, in order. */
export const seedChangeRequest = z.strictObject({
  id: ownId.describe("Id of the change request"),
  subject: changeRequestSubject.describe("Subject of the change request"),
  description: z.string().optional().describe("Description, as Markdown"),
  status: changeRequestStatus
    .optional()
    .describe("open when left out; merged makes its edits those of the space"),
  createdBy: person.describe("Email or id of the person who made it"),
  createdAt: when.describe("When it was made; the start of the clock when left out"),
  reviewers: z
    .array(person)
    .optional()
    .describe("Emails or ids of people asked to review it, beside merge rules"),
  approvals: z.array(person).optional().describe("Emails or ids of people who reviewed it and agreed"),
  conversationsIssuesCluster: seedId.optional().describe("Id of the issues cluster that it is for"),
  pages: z.array(pageEdit).optional().describe("Pages that it changes or adds"),
  removedPages: z.array(seedId).optional().describe("Ids of pages that it removes"),
  ...contentFields,
  comments: z.array(seedComment).optional().describe("Comments on it"),
});

/** An edit of a page by a change request of a seed. */
export type SeedPageEdit = z.infer<typeof pageEdit>;
/** A change request of a seed. */
export type SeedChangeRequest = z.infer<typeof seedChangeRequest>;
