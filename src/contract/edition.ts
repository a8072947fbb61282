/**
 * The editions of the API. `reference`: the 136 operations of the reference. `gitbook`: what the service publishes
 * (version 0.202.0 of its OpenAPI document). An edition is data: which operations there are, which fields a kind has,
 * and which operation does a thing. Planner and executor know none.
 */
export const editions = ["reference", "gitbook"] as const;

/** The name of an edition, as `platform.api` in docform.yaml has it. */
export type Edition = (typeof editions)[number];

/** The edition that an address speaks, when nobody says it. */
export function editionAt(address: string): Edition {
  return URL.canParse(address) && new URL(address).hostname === "api.gitbook.com" ? "gitbook" : "reference";
}

/** The edition as docform writes it down beside the address of a platform: the reference is not written. */
export function writtenEdition(edition: Edition): { readonly api?: Edition } {
  return edition === "reference" ? {} : { api: edition };
}
