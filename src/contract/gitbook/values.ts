import * as z from "zod";
import { once } from "../once.ts";
import { requestBody } from "../resource.ts";

/** A text in other languages than the site's own, by language. */
export const localized = once(() => z.record(z.string(), z.string()).optional());

/** The template that a new space begins with. */
export const spaceTemplate = requestBody(() => ({ id: z.string().describe("Id of the template") }));
