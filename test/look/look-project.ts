import { lookOf } from "../../src/platform/gitbook/customization.ts";
import type { SiteState } from "../../src/platform/store/site-state.ts";
import { get } from "../../src/platform/store/table.ts";
import type { JsonObject } from "../../src/text/json.ts";
import { peopleProject } from "../support/gitbook/people-project.ts";

/** A project that declares the look of a site, on a platform with a site that has one. */
export async function lookProject(
  declared: object | string,
  live: Partial<Pick<SiteState, "customization" | "customizationLimits">>,
  more = "",
) {
  const text = typeof declared === "string" ? declared : JSON.stringify(declared);
  const body = `sites: { docs: { title: Docs, type: basic, customization: ${text} } }\n${more}`;
  const project = await peopleProject(body, {
    organization: { sites: [{ id: "site_docs", title: "Docs", type: "basic", ...live }] },
  });
  const { platform } = project;
  const site = () => get(get(platform.state.organizations, "org_acme").sites, "site_docs");
  return {
    ...project,
    /** The look that visitors see. */
    look: (): JsonObject => lookOf(site()),
    /** Somebody else changes parts of the look. */
    put: (parts: JsonObject): void => {
      site().customization = { ...site().customization, ...parts };
    },
    /** The operations that changed something since the last time. */
    sent: () =>
      platform
        .takeRequests()
        .filter(({ mutates }) => mutates)
        .map(({ operation }) => operation),
  };
}
