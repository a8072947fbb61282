/** The parts of chapter 4 of the reference, with their subjects. */
export const partTitles: Readonly<Record<string, string>> = {
  "4.1": "Space comments",
  "4.2": "Change requests",
  "4.3": "Change request comments",
  "4.4": "Space content",
  "4.5": "Change request content",
  "4.6": "Spaces",
  "4.7": "Collections",
  "4.8": "Organizations",
  "4.9": "Members",
  "4.10": "Teams and team members",
  "4.11": "Sites",
  "4.12": "Site sections",
  "4.13": "Site section groups",
  "4.14": "Site spaces",
  "4.15": "Share links",
  "4.16": "OpenAPI specs",
  "4.17": "Translations",
  "4.18": "SSO and SAML",
  "4.19": "Conversations",
};

/** The operations in the order of the reference: by part, those it lacks last, and inside a part as they are written down. */
export function inReferenceOrder<T extends { readonly part: string }>(operations: Iterable<T>): readonly T[] {
  const all = [...operations];
  const order = [...new Set([...Object.keys(partTitles), ...all.map(({ part }) => part)])];
  return all.sort((a, b) => order.indexOf(a.part) - order.indexOf(b.part));
}

/** The description of a path parameter: `teamId` is the id of the team. */
export function describeParameter(name: string): string {
  if (name === "changeRequestId") return "Id of the change request, or its number within the space";
  if (name === "userId") return "Id of the user";
  const [, subject = name, kind = "Id"] = /^(.*?)(Id|Slug)$/.exec(name) ?? [];
  const words = subject.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${kind} of the ${words.replace(/^spec$/, "OpenAPI spec").replace(/^saml\b/, "SAML")}`;
}
