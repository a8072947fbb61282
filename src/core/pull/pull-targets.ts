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
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads the addresses that a command names: one, the beginning of one, or one that ends in `id:…`. The
 * organization may be left out where only one has it. What stands in something that no manifest declares yet means all of that; so
 * does what is new in a structure, since that is one value.
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
  const byId = new Map<string, Address>(
    resources.flatMap(({ address, organization, kind }) => {
      const id = everything.liveOf(address)?.id;
      return id === undefined
        ? []
        : [[`${organization}/${kinds.get(kind).plural}.id:${id}`, address] as const];
    }),
  );
  const widened = (target: Address): Address => {
    const inside = resources.filter((one) => isWithin(target, one.address));
    const [root] = inside.filter(({ parent }) => parent === undefined);
    const isNewItem = inside.some(
      ({ address, kind }) => kinds.get(kind).sequence !== undefined && !declared.has(address),
    );
    return root !== undefined && (!declared.has(root.address) || isNewItem) ? root.address : target;
  };
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
  return {
    addresses: [...new Set(read.flatMap(({ found }) => (found === undefined ? [] : widened(found))))],
    diagnostics: read.flatMap(({ problem }) => problem ?? []),
  };
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
