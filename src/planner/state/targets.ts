import { type Address, asKnown, isWithin, withoutOrganization } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import { nearMatch } from "../../text/near-match.ts";

/** The addresses that an option of a command names, with their organization, and what is wrong with them. */
interface Named {
  readonly addresses: readonly Address[];
  readonly diagnostics: readonly Diagnostic[];
}

/** An option that takes addresses. */
interface AddressOption {
  readonly name: string;
  /** The addresses that it can be about. */
  readonly known: readonly Address[];
  readonly fits: (address: Address, written: string) => boolean;
  readonly code: "DF5001" | "DF5011";
  /** The words for an address that fits nothing. */
  readonly unknown: string;
  readonly mayBeGone?: boolean;
  /** The hint where nothing could be named. */
  readonly otherwise?: string;
}

/** Finds what is written. The organization may be left out where only one has it. */
export function readAddresses(
  written: readonly string[],
  organizations: readonly string[],
  option: AddressOption,
): Named {
  if (written.length === 0) return { addresses: [], diagnostics: [] };
  const { name, known, fits, code, mayBeGone } = option;
  const isKnown = (text: string): boolean => known.some((address) => fits(address, text));
  const read = written.map((text) => {
    const meant = organizations.map((alias) => asKnown(`${alias}/${text}`, known)).filter(isKnown);
    const whole = asKnown(text, known);
    const found = isKnown(whole) ? [whole] : meant;
    return { text, found: found.length === 0 && mayBeGone === true ? [text] : found };
  });
  return {
    addresses: [...new Set(read.flatMap(({ found }) => (found.length === 1 ? found : [])))].sort(),
    diagnostics: read.flatMap(({ text, found }) => {
      if (found.length === 1) return [];
      if (found.length === 0) return [unknown(text, organizations, option)];
      const hint = `write ${[...found].sort().join(" or ")}, or both`;
      return [error(code, `${name} "${text}" is in ${found.length} organizations`, { hint })];
    }),
  };
}

function unknown(
  text: string,
  organizations: readonly string[],
  { name, known, code, unknown: what, otherwise }: AddressOption,
): Diagnostic {
  const isSingle = organizations.length === 1;
  // As it is written: with its organization, or without.
  const isBare = isSingle && !text.includes("/");
  const shown = (address: string): string => (isBare ? withoutOrganization(address) : address);
  const names = new Set(known.map(shown));
  const all = isSingle ? [...names] : [...organizations, ...names];
  const near = nearMatch(shown(text), all) ?? all.find((one) => one.endsWith(`.${text}`));
  const example = [...names].sort()[0];
  const hint = near === undefined ? `write an address, such as ${example}` : `did you mean ${near}?`;
  if (example !== undefined) return error(code, `${name} "${text}" ${what}`, { hint });
  return error(code, `${name} "${text}" ${what}`, otherwise === undefined ? {} : { hint: otherwise });
}

/**
 * Reads what `--target` names: an address, or the beginning of one (`teams`, `sites.hub`), which names all that is in
 * it. A target that fits nothing is an error, unless it may be gone.
 */
export function readTargets(
  written: readonly string[],
  known: readonly Address[],
  organizations: readonly string[],
  mayBeGone: boolean,
): Named {
  const unknown = "names nothing that is declared, or that the plan changes";
  const option = { name: "--target", known, fits: isIn, code: "DF5011", unknown, mayBeGone } as const;
  return readAddresses(written, organizations, option);
}

/** True when an address is in a target: an address, an organization, or a collection of one. */
export function isIn(address: Address, target: string): boolean {
  return isWithin(address, target) || address.startsWith(`${target}/`);
}

/** True for an address that is a target, or is in one. */
export type IsTarget = (address: Address) => boolean;

/** True for addresses in the targets. */
export function within(targets: readonly Address[]): IsTarget {
  return (address) => targets.some((target) => isIn(address, target));
}

/** The addresses whose task is to run, and those whose hidden values are to be sent again. */
export interface RequestedCalls {
  readonly run: ReadonlySet<Address>;
  readonly resend: ReadonlySet<Address>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads what `--run` and `--resend` name. */
export function requestedCalls(
  desired: Desired,
  index: KindIndex,
  run: readonly string[],
  resend: readonly string[],
): RequestedCalls {
  const isTask = ({ kind }: DesiredResource): boolean => index.get(kind).task !== undefined;
  const isHidden = ({ kind, values }: DesiredResource): boolean =>
    Object.entries(index.get(kind).fields).some(
      ([name, { unverifiable, mayBeDropped }]) =>
        unverifiable?.holds(values[name] ?? null) === true ||
        (mayBeDropped !== undefined && values[name] !== undefined),
    );
  const tasks = readRequested(desired, "--run", run, isTask);
  const values = readRequested(desired, "--resend", resend, isHidden);
  return {
    run: new Set(tasks.addresses),
    resend: new Set(values.addresses),
    diagnostics: [...tasks.diagnostics, ...values.diagnostics],
  };
}

function readRequested(
  { organizations, resources }: Desired,
  name: "--run" | "--resend",
  written: readonly string[],
  can: (resource: DesiredResource) => boolean,
): Named {
  if (written.length === 0) return { addresses: [], diagnostics: [] };
  const known = resources.filter(can).map(({ address }) => address);
  const aliases = organizations.map(({ alias }) => alias);
  const unknown = `names nothing that is declared and has something to ${name.slice(2)}`;
  const fits = (address: Address, text: string): boolean => address === text;
  return readAddresses(written, aliases, { name, known, fits, code: "DF5001", unknown });
}
