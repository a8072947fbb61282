import { type Address, isWithin, withoutOrganization } from "../address.ts";
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
 * Reads the addresses that a command names: one, the beginning of one, or one that ends in `id:…`. With one
 * organization its part may be left out. What stands in something that no manifest declares yet means all of that; so
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
  const prefixes = aliases.length === 1 ? ["", `${aliases[0]}/`] : [""];
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
  const read = written.map((text) => {
    const meant = prefixes.map((prefix) => `${prefix}${text}`).map((one) => byId.get(one) ?? one);
    const found = meant.find((target) => known.some((address) => isIn(address, target)));
    return { text, found };
  });
  return {
    addresses: [...new Set(read.flatMap(({ found }) => (found === undefined ? [] : widened(found))))],
    diagnostics: read.flatMap(({ text, found }) => (found === undefined ? [unknown(text, known)] : [])),
  };
}

function unknown(text: string, known: readonly Address[]): Diagnostic {
  const names = [...known, ...known.map(withoutOrganization)];
  const near = nearMatch(text, names);
  return error("DF5100", `"${text}" is neither on the platform nor in the manifests`, {
    ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
  });
}
