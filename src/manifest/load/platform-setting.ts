import * as z from "zod";
import { type Edition, editions } from "../../contract/edition.ts";
import { error, type Source } from "../../model/diagnostic.ts";
import type { Report } from "../read/report.ts";
import { scalarText, type Tree, toJson } from "../read/tree.ts";

/** The settings of docform.yaml about the platform. */
export interface PlatformSettings {
  readonly baseUrl?: string;
  /** The edition of the API that docform.yaml names, and where. Undefined for one that docform does not know. */
  readonly api?: { readonly edition: Edition | undefined; readonly source: Source };
  /** The most requests to send; of all processes that share the state in PostgreSQL. */
  readonly requestsPerSecond?: number;
}

/** Reads the settings of the platform, each by its name. */
export function readPlatform(
  settingOf: (name: string) => Tree | undefined,
  report: Report,
): PlatformSettings {
  const baseUrl = readBaseUrl(settingOf("baseUrl"), report);
  const api = settingOf("api");
  const limit = settingOf("limit");
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(api === undefined ? {} : { api: readApi(api) }),
    ...(limit === undefined ? {} : limitSchema.safeParse(toJson(limit)).data),
  };
}

/** A wrong limit is told by the schema of the whole file. */
const limitSchema = z.object({ requestsPerSecond: z.coerce.number().positive() });

const editionSchema = z.enum(editions);

function readApi(value: Tree): NonNullable<PlatformSettings["api"]> {
  return { edition: editionSchema.safeParse(scalarText(value)).data, source: value.source };
}

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https URL" });

function readBaseUrl(value: Tree | undefined, report: Report): string | undefined {
  const baseUrl = (scalarText(value) ?? "").replace(/\/+$/, "");
  if (value === undefined || baseUrl === "") return undefined;
  const isUrl = httpUrl.safeParse(baseUrl).success;
  if (isUrl && !baseUrl.endsWith("/v1")) return baseUrl;
  const problem = isUrl ? "must be written without /v1" : "must be an http or https URL";
  report.add(error("DF1005", `platform.baseUrl ${problem}`, { source: value.source }));
  return undefined;
}
