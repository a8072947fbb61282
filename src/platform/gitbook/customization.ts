import { gitbookCustomization, oneLookPieces as ones } from "../../contract/gitbook/customization.ts";
import { equalJson, isObject, type Json, type JsonObject } from "../../text/json.ts";
import { atPath, overlaid, withAtPath } from "../../text/partial-json.ts";
import { Answer, type GitbookCall } from "../calls/call.ts";
import { Refusal } from "../http/refusal.ts";
import type { SiteSpaceState, SiteState } from "../store/site-state.ts";

const color: Json = { light: "#346DDB", dark: "#346DDB" };
const code: Json = { light: "default-light", dark: "default-dark" };

/** The look of a site that nobody changed (A8). */
const usualCustomization: JsonObject = {
  styling: {
    theme: "clean",
    primaryColor: color,
    infoColor: color,
    successColor: color,
    warningColor: color,
    dangerColor: color,
    corners: "rounded",
    depth: "subtle",
    links: "default",
    font: "Inter",
    monospaceFont: "IBMPlexMono",
    codeTheme: { default: code, openapi: code },
    background: "plain",
    icons: "regular",
    sidebar: { background: "default", list: "default" },
    search: "prominent",
  },
  internationalization: { locale: "en" },
  favicon: {},
  header: { preset: "default", links: [] },
  footer: { groups: [] },
  themes: { default: "system", toggeable: true },
  feedback: { enabled: false },
  ai: { mode: "none" },
  advancedCustomization: { enabled: false },
  trademark: { enabled: true },
  externalLinks: { target: "self" },
  pagination: { enabled: true },
  pageActions: { items: [] },
  privacyPolicy: {},
  socialPreview: {},
  socialAccounts: [],
  insights: { trackingCookie: false },
};

/** The look of a site as it is kept. */
export function lookOf({ customization = {} }: Pick<SiteState, "customization">): JsonObject {
  return overlaid(usualCustomization, customization, ones);
}

/** The look that visitors of a site space see. */
export function lookOfSiteSpace(site: SiteState, { customization = {} }: SiteSpaceState): JsonObject {
  return overlaid(lookOf(site), customization, ones);
}

function pathOf(text: string): readonly string[] {
  return text.split(".");
}

/** A look as an answer shows it. */
function shown({ customizationLimits: { masked = [] } = {} }: SiteState, look: JsonObject) {
  const hidden = masked.map(pathOf).filter((path) => atPath(look, path) !== undefined);
  return gitbookCustomization().parse(hidden.reduce((all, path) => withAtPath(all, path, "****"), look));
}

/** The part of a given look that the platform keeps. Refuses a change that the plan of the site does not include (G4). */
function kept({ customizationLimits: limits = {} }: SiteState, before: JsonObject, after: JsonObject) {
  const { refused = {}, dropped = [] } = limits;
  const isChanged = (path: readonly string[]) => !equalJson(atPath(before, path), atPath(after, path));
  for (const [path, status] of Object.entries(refused))
    if (isChanged(pathOf(path)))
      throw new Refusal(status, `${path}: the plan of the site does not include it`);
  return dropped.map(pathOf).reduce((look, path) => withAtPath(look, path, atPath(before, path)), after);
}

/** The first key that the usual look has inside a part, and a given one has not. */
function missingIn(usual: Json, given: Json | undefined, path: string): string | undefined {
  if (given === undefined) return path;
  if (!isObject(usual) || !isObject(given)) return undefined;
  const missing = Object.entries(usual).map(([key, inner]) => missingIn(inner, given[key], `${path}.${key}`));
  return missing.find((one) => one !== undefined);
}

function replace(call: GitbookCall<"putSiteCustomization">) {
  const { site } = call.found;
  const given = call.body as unknown as JsonObject;
  const missing = missingIn(usualCustomization, given, "");
  if (missing !== undefined) throw new Refusal(422, `${missing.slice(1)}: required`);
  // Null is for what may be missing.
  site.customization = kept(site, lookOf(site), overlaid({}, given, ones));
  return shown(site, lookOf(site));
}

function patch(call: GitbookCall<"updateSiteSpaceCustomization">) {
  const { site, siteSpace } = call.found;
  const own = overlaid(siteSpace.customization, call.body as unknown as JsonObject, ones);
  siteSpace.customization = kept(site, siteSpace.customization ?? {}, own);
  return shown(site, lookOfSiteSpace(site, siteSpace));
}

/** Operations on the look of sites. */
export const gitbookCustomizationHandlers = {
  getSiteCustomization: ({ found: { site } }: GitbookCall<"getSiteCustomization">) =>
    shown(site, lookOf(site)),
  putSiteCustomization: replace,
  getSiteSpaceCustomization: ({ found }: GitbookCall<"getSiteSpaceCustomization">) =>
    shown(found.site, lookOfSiteSpace(found.site, found.siteSpace)),
  updateSiteSpaceCustomization: patch,
  deleteSiteSpaceCustomization: ({ found: { siteSpace } }: GitbookCall<"deleteSiteSpaceCustomization">) => {
    const isThere = siteSpace.customization !== undefined;
    delete siteSpace.customization;
    return isThere ? undefined : new Answer(204, undefined);
  },
};
