import { type Address, isWithin, withoutOrganization } from "../model/address.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { nearMatch } from "../text/near-match.ts";

/** The addresses that a plan is for. */
export interface Targets {
  /** With their organization, as the plan writes addresses. */
  readonly addresses: readonly Address[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads what `--target` names: an address, or the beginning of one that takes all that stands in it (`teams`,
 * `sites.hub`). The organization may be left out where only one has it. What fits nothing is
 * an error, unless it may be gone.
 */
export function readTargets(
  written: readonly string[],
  known: readonly Address[],
  organizations: readonly string[],
  mayBeGone: boolean,
): Targets {
  const isKnown = (target: string): boolean => known.some((address) => isIn(address, target));
  const read = written.map((text) => {
    const meant = organizations.map((alias) => `${alias}/${text}`);
    const found = isKnown(text) ? [text] : meant.filter(isKnown);
    return { text, found: found.length === 0 && mayBeGone ? [text] : found };
  });
  return {
    addresses: [...new Set(read.flatMap(({ found }) => (found.length === 1 ? found : [])))].sort(),
    diagnostics: read.flatMap(({ text, found }) => {
      if (found.length === 0) return [unknown(text, known, organizations.length === 1)];
      return found.length === 1 ? [] : [ambiguous(text, found)];
    }),
  };
}

function ambiguous(text: string, meant: readonly string[]): Diagnostic {
  return error("DF5011", `--target "${text}" is in ${meant.length} organizations`, {
    hint: `write ${[...meant].sort().join(" or ")}, or both`,
  });
}

/** Does an address stand in a target: an address, an organization, or a collection of one? */
export function isIn(address: Address, target: string): boolean {
  return isWithin(address, target) || address.startsWith(`${target}/`);
}

function unknown(text: string, known: readonly Address[], isSingle: boolean): Diagnostic {
  const names = new Set(known.map((address) => (isSingle ? withoutOrganization(address) : address)));
  const near = nearMatch(isSingle ? withoutOrganization(text) : text, names);
  const example = [...names].sort()[0];
  const hint = near === undefined ? `write an address, such as ${example}` : `did you mean ${near}?`;
  return error("DF5011", `--target "${text}" names nothing that is declared, or that the plan changes`, {
    ...(example === undefined ? {} : { hint }),
  });
}
