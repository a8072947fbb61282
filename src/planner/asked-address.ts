import { type Address, withoutOrganization } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { nearMatch } from "../text/near-match.ts";

/** Addresses that an option of a command names, and what is wrong with them. */
interface Asked {
  readonly addresses: ReadonlySet<Address>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds what an option names: a whole address, or, when only one organization is declared, an address without
 * its alias, as output shows it. `fits` says which resources the option can be about.
 */
function askedFor(
  desired: Desired,
  option: string,
  names: readonly string[],
  fits: (resource: DesiredResource) => boolean,
): Asked {
  if (names.length === 0) return { addresses: new Set(), diagnostics: [] };
  const isOnly = desired.organizations.length === 1;
  const shown = (address: Address): string => (isOnly ? withoutOrganization(address) : address);
  const all = new Map<string, DesiredResource>();
  for (const resource of desired.resources)
    for (const name of [resource.address, shown(resource.address)]) all.set(name, resource);
  const fitting =
    names.length === 0 ? [] : desired.resources.filter(fits).map(({ address }) => shown(address));
  const addresses = new Set<Address>();
  const diagnostics = names.flatMap((name): Diagnostic[] => {
    const resource = all.get(name);
    if (resource === undefined) return [unknown(option, name, shown(name), fitting)];
    if (!fits(resource)) return [unfit(option, resource.address, fitting)];
    addresses.add(resource.address);
    return [];
  });
  return { addresses, diagnostics };
}

function unknown(option: string, name: string, shown: string, fitting: readonly string[]): Diagnostic {
  const near = nearMatch(shown, fitting);
  const hint = near === undefined ? known(option, fitting) : `did you mean ${near}?`;
  return error("DF5001", `${option} "${name}": no manifest declares this address`, { hint });
}

function unfit(option: string, address: Address, fitting: readonly string[]): Diagnostic {
  return error("DF5001", `${option} ${address}: it has nothing to ${option.slice(2)}`, {
    hint: known(option, fitting),
  });
}

/** Names what an option can be about: a few, since there may be thousands. */
function known(option: string, fitting: readonly string[]): string {
  if (fitting.length === 0) return `nothing in the manifests takes ${option}`;
  return `${option} takes for example ${fitting.slice(0, 5).join(", ")}`;
}

/** The addresses that options of the command name. */
export interface AskedOptions {
  readonly run: ReadonlySet<Address>;
  readonly resend: ReadonlySet<Address>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the addresses that options of the command name: whose task is to run, whose hidden values to send again. */
export function askedOf(
  desired: Desired,
  index: KindIndex,
  run: readonly string[],
  resend: readonly string[],
): AskedOptions {
  const isTask = ({ kind }: DesiredResource): boolean => index.get(kind).task !== undefined;
  const isHidden = ({ kind, values }: DesiredResource): boolean =>
    Object.entries(index.get(kind).fields).some(
      ([name, { unverifiable }]) => unverifiable?.holds(values[name] ?? null) === true,
    );
  const tasks = askedFor(desired, "--run", run, isTask);
  const values = askedFor(desired, "--resend", resend, isHidden);
  return {
    run: tasks.addresses,
    resend: values.addresses,
    diagnostics: [...tasks.diagnostics, ...values.diagnostics],
  };
}
