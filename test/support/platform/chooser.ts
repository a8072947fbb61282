import type { OrganizationState, State } from "../../../src/platform/store/state.ts";
import type { Json } from "../../../src/text/json.ts";

/** The organization of the small seed that random requests are about. */
export const org = "/orgs/org_acme";

/** One request of a random sequence. */
export type Request = readonly [method: string, path: string, body?: Json];

/** Chooses from what is there, or now and then something that is not. */
export function chooser(state: State, picks: readonly number[]) {
  let at = 0;
  const number = () => picks[at++ % picks.length] ?? 0;
  const among = (ids: readonly string[]) => {
    const pick = number();
    return pick % 12 === 11 ? "unknown" : (ids[pick % Math.max(ids.length, 1)] ?? "unknown");
  };
  const acme = state.organizations.byId.org_acme as OrganizationState;
  const site = acme.sites.byId[among(acme.sites.order)];
  return {
    among,
    some: (ids: readonly string[]) => [among(ids), among(ids)],
    title: () => among(["Guides", "Reference", "API", "Very new"]),
    acme,
    at: `${org}/sites/${site?.id ?? "unknown"}`,
    sections: Object.keys(site?.sections ?? {}),
    groups: Object.keys(site?.groups ?? {}),
    siteSpaces: Object.keys(site?.allSiteSpaces ?? {}),
    links: site?.shareLinks.order ?? [],
    state,
    spaces: Object.keys(state.spaces),
    collections: Object.keys(state.collections),
    people: ["usr_ana", "usr_li", "usr_bo", "li@acme.example", "usr_zoe"],
  };
}

/** The choices of random requests. */
export type Chooser = ReturnType<typeof chooser>;

/** A position next to one of these, or next to nothing. */
export const anchor = (c: Chooser, type: string, key: string, ids: readonly string[]) => ({
  position: { [c.among(["before", "after"])]: { type, [key]: c.among(ids) } },
});
