import * as z from "zod";
import { source } from "./document-parts.ts";

const navigationItem = z
  .object({
    address: z.string(),
    kind: z.string(),
    title: z.string(),
    depth: z.int().describe("0 at the root of the site"),
    mark: z.enum(["same", "add", "remove", "move", "update"]),
    from: z.int().exactOptional().describe("Place before, from 1, inside its container; with move"),
    to: z.int().exactOptional().describe("Place afterwards, from 1; with move"),
    fromContainer: z.string().exactOptional().describe("Title of the container it leaves, when that changes"),
    note: z.string().exactOptional(),
  })
  .describe("A row of a site's navigation");

/** Schema of the navigation of one site. */
export const navigation = z
  .object({
    address: z.string().describe("The site"),
    source: source.exactOptional(),
    items: z.array(navigationItem),
  })
  .describe(
    "The navigation of a site that changes, as a visitor will see it, with what goes in its old place",
  );

/** The navigation of one site, as it shall be. */
export type Navigation = z.infer<typeof navigation>;
/** One row of a navigation. */
export type NavigationItem = z.infer<typeof navigationItem>;
