/** The description of a path parameter: `teamId` is the id of the team. */
export function describeParameter(name: string): string {
  if (name === "changeRequestId") return "Id of the change request, or its number within the space";
  if (name === "userId") return "Id of the user";
  const [, subject = name, kind = "Id"] = /^(.*?)(Id|Slug)$/.exec(name) ?? [];
  const words = subject.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${kind} of the ${words.replace(/^spec$/, "OpenAPI spec").replace(/^saml\b/, "SAML")}`;
}
