import { type Address, rootOf, withoutOrganization } from "../../model/address.ts";
import type { Scope } from "../../model/desired.ts";

/** The form of a pattern of a scope: no organization, and a star at its end alone. */
export const scopePattern = /^[A-Za-z]+(\.[^\s*/]*[^\s*/.]\*?|\.\*)?$/;

/** The parts of a pattern, or of an address in an organization. `teams.*` is `teams`. */
export function scopeParts(pattern: string): { readonly plural: string; readonly key?: string } {
  const dot = pattern.indexOf(".");
  const key = dot < 0 ? "*" : pattern.slice(dot + 1);
  if (key === "*") return { plural: dot < 0 ? pattern : pattern.slice(0, dot) };
  // An email names the same person in any case.
  return { plural: pattern.slice(0, dot), key: key.includes("@") ? key.toLowerCase() : key };
}

/**
 * Is a resource in the scope of its project? It is when its own address fits a pattern, or that of something it is in:
 * its site, or a collection. `containerOf` gives the collection of a space or collection. An object that no manifest
 * declares has its id in its address (`acme/teams.id:team_1`), so it is there only with its whole kind, or in something.
 */
export function isInScope(
  scope: Scope,
  address: Address,
  containerOf: (address: Address) => Address | undefined = () => undefined,
): boolean {
  if (scope === undefined) return true;
  const seen = new Set<Address>();
  for (let at: Address | undefined = address; at !== undefined && !seen.has(at); at = containerOf(at)) {
    const own = withoutOrganization(rootOf(at));
    if (scope.some((pattern) => fits(pattern, own))) return true;
    seen.add(at);
  }
  return false;
}

function fits(pattern: string, address: string): boolean {
  const [wanted, { plural, key = "" }] = [scopeParts(pattern), scopeParts(address)];
  if (wanted.plural !== plural) return false;
  // An id is no key, so no beginning of keys fits it.
  return wanted.key === undefined || (key.startsWith("id:") ? wanted.key === key : hasKey(wanted.key, key));
}

function hasKey(pattern: string, key: string): boolean {
  return pattern.endsWith("*") ? key.startsWith(beginning(pattern)) : key === pattern;
}

function beginning(pattern: string): string {
  return pattern.replace(/\*$/, "");
}

/**
 * Two patterns, one of each scope, that fit the same address; undefined when there are none. What a collection holds is
 * not compared: only the platform knows that.
 */
export function overlapOf(
  one: Scope,
  other: Scope,
): { readonly own: string; readonly others: string } | undefined {
  for (const own of one ?? [everything])
    for (const others of other ?? [everything])
      if (one === undefined || other === undefined || doOverlap(own, others)) return { own, others };
  return undefined;
}

const everything = "everything";

function doOverlap(one: string, other: string): boolean {
  const [a, b] = [scopeParts(one), scopeParts(other)];
  if (a.plural !== b.plural) return false;
  if (a.key === undefined || b.key === undefined) return true;
  return hasKey(a.key, beginning(b.key)) || hasKey(b.key, beginning(a.key));
}
