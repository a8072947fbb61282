import type { Address } from "../../model/address.ts";
import { freeKey } from "../../text/readable-key.ts";
import type { Draft } from "../load/context.ts";
import { type Ingredient, scalarsOf, type Tree } from "../read/tree.ts";

/** Names of the variables that manifests make a secret of, such as a certificate. */
export function secretVariables(drafts: readonly Draft[]): ReadonlySet<string> {
  const secrets = drafts.flatMap(({ kind, entries }) =>
    entries.filter(({ key }) => kind.fields[key]?.sensitive === true).map(({ value }) => value),
  );
  return new Set(secrets.flatMap(variablesIn));
}

/** Is a value made of one of these variables? */
export function isMadeOf(tree: Tree, names: ReadonlySet<string>): boolean {
  return variablesIn(tree).some((name) => names.has(name));
}

function variablesIn(tree: Tree): readonly string[] {
  const ingredients = scalarsOf(tree).flatMap(({ madeOf = [] }): readonly Ingredient[] => madeOf);
  return ingredients.flatMap((one) => (one.type === "var" ? [one.name] : []));
}

/** Names environment variables for values that manifests must not hold: `ACME_SAML_OKTA_CERTIFICATE`, each once. */
export function variableNames(): (address: Address, field: string) => string {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  return (address, field) => {
    const place = `${address} ${field}`;
    const found = known.get(place);
    if (found !== undefined) return found;
    const words = place.replaceAll(/([a-z])([A-Z])/g, "$1_$2").replaceAll(/[^A-Za-z0-9]+/g, "_");
    const name = freeKey(words.replace(/^(?=\d)/, "_").toUpperCase(), (key) => taken.has(plain(key)));
    taken.add(plain(name));
    known.set(place, plain(name));
    return plain(name);
  };
}

/** Names of variables have no dashes. */
function plain(name: string): string {
  return name.replaceAll("-", "_");
}
