import { type Address, withoutOrganization } from "./address.ts";
import type { Desired, DesiredResource } from "./desired.ts";
import { type Diagnostic, error } from "./diagnostic.ts";
import type { KindIndex } from "./kind-index.ts";
import { nearMatch } from "./near-match.ts";

/** Addresses that options of a command name, and what is wrong with them. */
export interface Asked {
  readonly addresses: ReadonlySet<Address>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Finds what an option names: a whole address, or, when only one organization is declared, an address without
 * its alias, as output shows it. `fits` says which resources the option can be about.
 */
export function askedFor(
  desired: Desired,
  option: string,
  names: readonly string[],
  fits: (resource: DesiredResource) => boolean,
): Asked {
  const isOnly = desired.organizations.length === 1;
  const all = new Map<string, DesiredResource>();
  for (const resource of desired.resources) {
    all.set(resource.address, resource);
    if (isOnly) all.set(withoutOrganization(resource.address), resource);
  }
  const addresses = new Set<Address>();
  const diagnostics = names.flatMap((name): Diagnostic[] => {
    const resource = all.get(name);
    const fitting = [...all].filter(([, one]) => fits(one)).map(([key]) => key);
    if (resource === undefined) return [unknown(option, name, fitting)];
    if (!fits(resource)) return [unfit(option, resource.address, fitting)];
    addresses.add(resource.address);
    return [];
  });
  return { addresses, diagnostics };
}

function unknown(option: string, name: string, fitting: readonly string[]): Diagnostic {
  const near = nearMatch(name, fitting);
  const hint = near === undefined ? known(option, fitting) : `did you mean ${near}?`;
  return error("DF5001", `${option} ${name}: no manifest declares this address`, { hint });
}

function unfit(option: string, address: Address, fitting: readonly string[]): Diagnostic {
  return error("DF5001", `${option} ${address}: it has nothing to ${option.slice(2)}`, {
    hint: known(option, fitting),
  });
}

/** Names what an option can be about: a few, since there may be thousands. */
function known(option: string, fitting: readonly string[]): string {
  const shown = [...new Set(fitting.map((name) => name))].slice(0, 5);
  if (shown.length === 0) return `nothing in the manifests takes ${option}`;
  return `${option} takes for example ${shown.join(", ")}`;
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
