import * as z from "zod";
import { once } from "./once.ts";
import { pagedBy } from "./operation.ts";
import { objectOf, optional } from "./resource.ts";

/** State of a link: fine, its target is missing in the revision, or it points into the app (2.21). */
export const linkStatus = z.enum(["ok", "broken", "in-app"]);

/** One end of a link: content of a space, in a version of it (2.21). */
const linkReference = objectOf(() => ({
  kind: z.string().describe("Such as file"),
  organization: z.string().optional(),
  space: z.string().optional(),
  versionContext: z.object({ type: z.string(), revision: z.string().optional() }).optional(),
  file: z.string().optional(),
  page: z.string().optional(),
}));

/** Backlink: a place that links to a file (2.21). */
export const backlink = once(() => linkReference());

/** Link (2.21). */
export const link = objectOf(() => ({
  status: linkStatus,
  relation: optional(z.string(), "Such as reference"),
  targetReference: linkReference().optional(),
  locationReferences: z.array(linkReference()).optional(),
}));

/** The extra fields of a list of links (2.21). */
export const linkListExtra = objectOf(() => ({
  stats: z
    .object({
      total: z.number().optional(),
      broken: z.object({ total: z.number().optional(), changeRequest: z.number().optional() }).optional(),
    })
    .optional(),
}));

/** Query of a list of links that can be filtered (4.4, 4.6). */
export const linksQuery = pagedBy(() => ({
  status: optional(linkStatus, "Only links that are fine, broken, or point into the app"),
}));
