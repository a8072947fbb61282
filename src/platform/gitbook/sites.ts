import { gitbookSiteType } from "../../contract/gitbook/sites.ts";
import { type GitbookCall, withBody } from "../calls/call.ts";
import { setGiven, setOrClear } from "../http/refusal.ts";
import { spaceFor } from "../parts/site-spaces.ts";
import { createSite, listSites, showSite, siteHandlers, updateSite } from "../parts/sites.ts";
import { lookOf, lookOfSiteSpace } from "./customization.ts";
import { gitbookStructureHandlers } from "./structure.ts";

const { ultimate, ...others } = gitbookSiteType.enum;

function update(call: GitbookCall<"updateSite">) {
  const { styleguide, defaultLevel, ...body } = call.body;
  const { organization, site } = call.found;
  if (typeof styleguide === "string") spaceFor(call.state, organization, styleguide, "styleguide");
  updateSite(withBody(call, body));
  setOrClear(site, { styleguide });
  setGiven(site, { defaultLevel });
  return showSite(call, call.found);
}

/** Operations on sites that this edition has otherwise. A site without a type is the one that costs most. */
export const gitbookSiteHandlers = {
  listSites: (call: GitbookCall<"listSites">) =>
    listSites(call, ({ type }) => call.query.type === undefined || type === call.query.type),
  createSite: (call: GitbookCall<"createSite">) => createSite(call, [ultimate, ...Object.values(others)]),
  updateSite: update,
  unpublishSite: (call: GitbookCall<"unpublishSite">) => {
    call.found.site.published = false;
    return showSite(call, call.found);
  },
  getPublishedSite: (call: GitbookCall<"getPublishedSite">) => {
    const { site: shown } = call.found;
    const site = { title: shown.title, ...lookOf(shown) };
    const own = Object.values(shown.allSiteSpaces).filter(({ customization }) => customization !== undefined);
    const siteSpaces = Object.fromEntries(own.map((one) => [one.id, lookOfSiteSpace(shown, one)]));
    const structure = gitbookStructureHandlers.getSiteStructure(call);
    return { ...siteHandlers.getPublishedSite(call), structure, customizations: { site, siteSpaces } };
  },
};
