import { type Address, isWithin, organizationOf, ownersOf, withoutOrganization } from "../address.ts";
import type { Desired } from "../desired.ts";
import { type Diagnostic, error } from "../diagnostic.ts";
import type { KindIndex } from "../kind-index.ts";
import { nearMatch } from "../near-match.ts";
import { isIn } from "../targets.ts";
import type { Pulled } from "./pulling.ts";

/** What a pull of chosen addresses is about. */
export interface PullTargets {
  readonly addresses: readonly Address[];
  /** Those of them that are new, and were named by themselves. */
  readonly named: readonly Address[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the addresses that a command names: one, the beginning of one, or one that ends in `id:…`. The
 * organization may be left out where only one has it. What stands in something that no manifest declares yet means all of that.
 */
export function readPullTargets(
  written: readonly string[],
  everything: Pulled,
  before: Desired,
  kinds: KindIndex,
): PullTargets {
  const { resources, organizations } = everything.desired;
  const aliases = organizations.map(({ alias }) => alias);
  const known = [...resources, ...before.resources].map(({ address }) => address);
  const declared = new Set(before.resources.map(({ address }) => address));
  const byId = addressesById(everything, declared, kinds);
  const widened = (target: Address): Address => {
    const root = resources.find((one) => one.parent === undefined && isWithin(target, one.address));
    return root !== undefined && !declared.has(root.address) ? root.address : target;
  };
  const live = new Set(resources.map(({ address }) => address));
  const isKnown = (target: Address): boolean => known.some((address) => isIn(address, target));
  const read = written.map((text) => {
    const whole = byId.get(text) ?? text;
    if (isKnown(whole)) return { found: whole };
    const meant = aliases.map((alias) => `${alias}/${text}`);
    const [found, ...others] = meant.filter((target) => isKnown(byId.get(target) ?? target));
    if (found === undefined) return { problem: unknown(text, known, aliases) };
    if (others.length > 0) return { problem: ambiguous(text, [found, ...others]) };
    return { found: byId.get(found) ?? found };
  });
  const addresses = [...new Set(read.flatMap(({ found }) => (found === undefined ? [] : widened(found))))];
  return {
    addresses,
    named: addresses.filter((address) => live.has(address) && !declared.has(address)),
    diagnostics: read.flatMap(({ problem }) => problem ?? []),
  };
}

/** The addresses of what is live by those that output has of what no manifest declares: with ids. */
function addressesById(
  { desired, liveOf }: Pulled,
  declared: ReadonlySet<Address>,
  kinds: KindIndex,
): ReadonlyMap<string, Address> {
  const known = new Map(desired.resources.map(({ address, kind }) => [address, kinds.get(kind).plural]));
  const shownAs = (address: Address): Address => {
    const [plural, id] = [known.get(address), liveOf(address)?.id];
    if (declared.has(address) || plural === undefined || id === undefined) return address;
    // The owner is the longest address that is one: a key may hold dots.
    const owner = ownersOf(address).findLast((one) => one !== address && known.has(one));
    return `${owner === undefined ? `${organizationOf(address)}/` : `${shownAs(owner)}.`}${plural}.id:${id}`;
  };
  return new Map([...known.keys()].map((address) => [shownAs(address), address]));
}

function ambiguous(text: string, meant: readonly Address[]): Diagnostic {
  const hint = `write ${[...meant].sort().join(" or ")}`;
  return error("DF5100", `"${text}" is in ${meant.length} organizations`, { hint });
}

/** With the nearest name: in the organization that is written, before any other. */
function unknown(text: string, known: readonly Address[], aliases: readonly string[]): Diagnostic {
  const names = [...new Set(known.flatMap(ownersOf))];
  const inSame = names.filter((name) => organizationOf(name) === organizationOf(text));
  const near = text.includes("/")
    ? (nearMatch(text, inSame) ?? nearMatch(text, names))
    : nearShort(text, names, aliases);
  return error("DF5100", `"${text}" is neither on the platform nor in the manifests`, {
    ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
  });
}

/** The nearest name without its organization: as every organization has it, when there are several. */
function nearShort(text: string, names: readonly Address[], aliases: readonly string[]): string | undefined {
  const near = nearMatch(text, names.map(withoutOrganization));
  if (near === undefined || aliases.length === 1) return near;
  return names
    .filter((name) => withoutOrganization(name) === near)
    .sort()
    .join(" or ");
}
