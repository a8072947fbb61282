import { type Address, isWithin, withoutOrganization } from "./address.ts";
import { type Diagnostic, error } from "./diagnostic.ts";
import { nearMatch } from "./near-match.ts";

/** The addresses that a plan is for. */
export interface Targets {
  /** With their organization, as the plan writes addresses. */
  readonly addresses: readonly Address[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads what `--target` names: an address, or the beginning of one that takes all that stands in it (`teams`,
 * `sites.hub`). With one organization, its part may be left out. What fits nothing is
 * an error, unless it may be gone.
 */
export function readTargets(
  written: readonly string[],
  known: readonly Address[],
  organizations: readonly string[],
  mayBeGone = false,
): Targets {
  const [only, ...others] = organizations;
  const prefixes = others.length === 0 && only !== undefined ? ["", `${only}/`] : [""];
  const read = written.map((text) => {
    const meant = prefixes.map((prefix) => `${prefix}${text}`);
    const found = meant.find((target) => known.some((address) => isIn(address, target)));
    return { text, found: found ?? (mayBeGone ? text : undefined) };
  });
  return {
    addresses: [...new Set(read.flatMap(({ found }) => found ?? []))].sort(),
    diagnostics: read.flatMap(({ text, found }) =>
      found === undefined ? [unknown(text, known, others.length === 0)] : [],
    ),
  };
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
