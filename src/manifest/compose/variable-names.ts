import type { Address } from "../../model/address.ts";
import { freeKey } from "../../text/readable-key.ts";
import { isCredentialName } from "./environment.ts";

/** Names environment variables for values that manifests must not hold: `ACME_SAML_OKTA_CERTIFICATE`, each once. */
export function variableNames(): (address: Address, field: string) => string {
  const known = new Map<string, string>();
  const taken = new Set<string>();
  return (address, field) => {
    const place = `${address} ${field}`;
    const found = known.get(place);
    if (found !== undefined) return found;
    const words = place.replaceAll(/([a-z])([A-Z])/g, "$1_$2").replaceAll(/[^A-Za-z0-9]+/g, "_");
    const wanted = words.replace(/^(?=\d)/, "_").toUpperCase();
    const own = isCredentialName(wanted) ? `DOCS_${wanted}` : wanted;
    const name = freeKey(own, (key) => taken.has(plain(key)));
    taken.add(plain(name));
    known.set(place, plain(name));
    return plain(name);
  };
}

/** Names of variables have no dashes. */
function plain(name: string): string {
  return name.replaceAll("-", "_");
}
