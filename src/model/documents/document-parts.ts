import * as z from "zod";
import { editions } from "../../contract/edition.ts";
import type { Json } from "../../text/json.ts";
import { changeActions } from "./change-actions.ts";

/** Any JSON value, in a document. */
export const json = z.custom<Json>().describe("Any JSON value");

/** A text, with what it is. */
export const text = (doc: string) => z.string().describe(doc);

/** The same for one that may be left out. */
export const optionalText = (doc: string) => z.string().exactOptional().describe(doc);

/** The same for a list of texts. */
export const optionalTexts = (doc: string) => z.array(z.string()).exactOptional().describe(doc);

/** A platform, and the edition of the API that it speaks. */
export const platform = z.object({
  baseUrl: z.string(),
  api: z
    .enum(editions)
    .exactOptional()
    .describe("Edition of the API that it speaks. Left out for the reference"),
});

/** A number of things. */
export const count = z.int().min(0);

/** Schema of a place in a manifest. */
export const source = z
  .object({
    file: text("Relative to the project folder"),
    line: z.int(),
    column: z.int(),
    length: z.int().exactOptional(),
  })
  .describe("A place in a manifest; line and column count from 1");

const claim = z
  .object({
    where: z.record(z.string(), json).describe("Values of fields by which a live object is recognised"),
    by: z.array(z.string()).describe("Ids of the live objects that had them; no other may have them"),
  })
  .describe("What may not have come into being: a second object that fits, or the first one");

/** Schema of what a plan saw of one address: what its steps rest on. */
export const observation = z
  .object({
    kind: optionalText("Left out for an organization"),
    id: z.string().nullable().describe("Id of the live object; null: it was not there"),
    parent: optionalText("Id of the live object that it is in"),
    container: optionalText("Id of the container that it is looked for in"),
    fields: z
      .record(z.string(), json)
      .describe(
        "Live values that the plan looked at, null for none ({$none: true} where null is a value of its own): fields; members.<id> or all members; the ids in a collection that must be complete; order.<kinds>, ids by container; order, ids of what an order names in a collection or at the root; the name of a task (run), how often it was started; a JSON pointer (/siteSpaces), what the answer has there",
      ),
    claims: z.array(claim).exactOptional(),
  })
  .describe("What the plan saw of one address");

/** The state of one address when a plan was made. */
export type Observation = z.infer<typeof observation>;

const navigationItem = z
  .object({
    address: z.string(),
    kind: z.string(),
    title: z.string(),
    depth: z.int().describe("0 at the root of the site"),
    mark: z.enum(["same", "add", "remove", "move", "update"]),
    from: z.int().exactOptional().describe("Place before, from 1, inside its container; with move"),
    to: z.int().exactOptional().describe("Place afterwards, from 1; with move"),
    fromContainer: optionalText("Title of the container it leaves, when that changes"),
    note: z.string().exactOptional(),
  })
  .describe("A row of a site's navigation");

const rowBefore = z
  .object({
    address: z.string(),
    title: z.string(),
    depth: z.int().describe("0 at the root of the site"),
  })
  .describe("A row of a site's navigation as visitors see it before the plan runs");

/** Schema of the navigation of one site. */
export const navigation = z
  .object({
    address: text("The site"),
    source: source.exactOptional(),
    items: z.array(navigationItem),
    before: z
      .array(rowBefore)
      .exactOptional()
      .describe("All rows, in the order before; older versions leave it out"),
  })
  .describe(
    "The navigation of a site that changes, as a visitor will see it, with what goes in its old place",
  );

/** The navigation of one site, as it shall be. */
export type Navigation = z.infer<typeof navigation>;
/** One row of a navigation. */
export type NavigationItem = z.infer<typeof navigationItem>;
/** One row of a navigation as it is before the plan runs. */
export type RowBefore = z.infer<typeof rowBefore>;

const milliseconds = z.number().min(0);

/** Schema of how a rehearsal went. */
export const rehearsal = z
  .object({
    converged: z.boolean().describe("Was every call done, and is nothing left to do?"),
    calls: count.describe("Calls that were made"),
    longestChain: count.describe("Steps in the longest chain in which each comes after the one before"),
    concurrency: count.describe("Calls at the same time, at most"),
    roundTripMilliseconds: milliseconds.describe("Measured: the median of the reads that were made to plan"),
    expectedMilliseconds: milliseconds.describe("Of the calls at that round trip and concurrency"),
    failed: z.array(
      z.object({
        step: z.string(),
        address: z.string(),
        operation: z.string(),
        status: z.int().exactOptional(),
        message: text("What the embedded platform answered"),
      }),
    ),
    left: z
      .array(
        z.object({
          address: z.string(),
          action: z.enum(changeActions),
          fields: optionalTexts("Names of the fields that would still differ"),
          reason: z.string().exactOptional(),
        }),
      )
      .describe("What a second plan would still change"),
    problem: optionalText("Why it could not be rehearsed to its end"),
  })
  .describe("What became of the steps on an embedded platform loaded with the live state");

/** How a plan went on an embedded platform. */
export type Rehearsal = z.infer<typeof rehearsal>;

/**
 * How a live object was before a run touched it, or an organization as a whole: the values of a snapshot, by path.
 * An undo makes its desired state of these.
 */
export const beforeImage = z
  .object({
    organization: text("Alias"),
    address: z.string(),
    kind: optionalText("Left out for the organization itself"),
    id: z.string().exactOptional(),
    parent: optionalText("Id of its parent"),
    values: z.record(z.string(), json).describe("By path: a field, or order for its children"),
    hidden: optionalTexts("Fields whose value is not kept, as it must not be shown"),
    namedBy: z
      .array(z.object({ address: z.string(), field: z.string() }))
      .exactOptional()
      .describe("Older versions wrote it; it is not used"),
  })
  .describe("What something was like before the run");

/** How something was before a run. */
export type BeforeImage = z.infer<typeof beforeImage>;

/** The old links of a site in a plan. */
export const oldLinks = z
  .object({
    site: text("Address of the site"),
    paths: z.array(
      z.object({
        path: text("Path below the address of the site, such as /api/v1"),
        now: z
          .enum(["nothing", "other", "redirected"])
          .describe("nothing answers, another content answers, or the platform leads on by itself"),
        to: optionalText("Path to which the platform or a redirect leads; left out for nowhere"),
      }),
    ),
    redirects: optionalTexts("Lines that keep the paths, to copy to redirects of the site"),
    warnings: optionalTexts("Why declared redirects of the site do not do what they say"),
  })
  .describe("The paths of a published site that no longer show what they showed");

/** The paths of a published site that no longer show what they showed. */
export type OldLinks = z.infer<typeof oldLinks>;
