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

/** The words about something that an edition lacks, and the first edition that has it; undefined when none has. */
export function lackOf(
  own: Edition,
  what: string,
  isIn: (other: Edition) => boolean,
): { readonly message: string; readonly other: Edition } | undefined {
  const others = editions.filter((edition) => edition !== own && isIn(edition));
  const [other] = others;
  if (other === undefined) return undefined;
  return { message: `${what} is not in the API edition ${own}; it is in ${others.join(", ")}`, other };
}
