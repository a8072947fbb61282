import { mutates, type Operation } from "../../contract/operation.ts";
import { Refusal } from "../http/refusal.ts";
import type { State, Token } from "../store/state.ts";
import { entry } from "../store/table.ts";

/** The token of a request; 401 without a token or with an unknown one (A2, 5). */
export function authenticate(state: State, authorization: string | undefined): Token {
  const secret = /^bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  const challenge = { "www-authenticate": 'Bearer realm="docform"' };
  if (secret === undefined)
    throw new Refusal(401, "Send the header Authorization: Bearer <token>.", challenge);
  const token = entry(state.tokens, secret);
  if (token === undefined) throw new Refusal(401, "The token is not known.", challenge);
  return token;
}

/** Does the token reach the organization? */
export function reaches(token: Token, organizationId: string): boolean {
  return token.organizations?.includes(organizationId) ?? true;
}

/** Refuses an organization that the token does not reach (A2). */
export function checkReach(token: Token, organizationId: string): void {
  if (!reaches(token, organizationId)) {
    throw new Refusal(403, `The token does not reach the organization ${JSON.stringify(organizationId)}.`);
  }
}

/** Refuses to change anything with a token that may only read (A2). */
export function checkRights(token: Token, operation: Operation): void {
  if (mutates(operation) && token.rights !== "admin") {
    throw new Refusal(403, `The token may only read, and ${operation.name} changes something.`);
  }
}

/** `permissions` of a resource: `view` for every token, the rest for admins (2.1). */
export function permissionsOf<const K extends string>(
  token: Token,
  ...adminOnly: readonly K[]
): Record<K | "view", boolean> {
  const allowed = token.rights === "admin";
  const pairs = adminOnly.map((key) => [key, allowed]);
  return { view: true, ...Object.fromEntries(pairs) } as Record<K | "view", boolean>;
}
