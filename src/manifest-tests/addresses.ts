import { type Address, asKnown, withoutOrganization } from "../model/address.ts";
import { nearMatch } from "../text/near-match.ts";
import type { Observed } from "./observe.ts";

/** The addresses that a test can be about, as people write them. */
export interface Addresses {
  /** The whole address; undefined when what is written names nothing, or something in several organizations. */
  readonly meant: (written: string) => Address | undefined;
  /** Without the alias, when there is one organization. */
  readonly shown: (address: Address) => string;
  /** Says what is wrong with an address that names nothing. */
  readonly unknown: (written: string) => string;
}

/** The addresses that manifests declare or a plan changes. */
export function addressesIn({ project, plan }: Observed): Addresses {
  const { resources, organizations } = project.desired;
  const known = new Set(
    [...resources, ...(plan?.changes ?? []), ...(plan?.waiting ?? [])].map(({ address }) => address),
  );
  const isSingle = organizations.length === 1;
  const shown = (address: Address): string => (isSingle ? withoutOrganization(address) : address);
  const all = [...known];
  const fitting = (written: string): readonly Address[] =>
    known.has(asKnown(written, all))
      ? [asKnown(written, all)]
      : organizations
          .map(({ alias }) => asKnown(`${alias}/${written}`, all))
          .filter((address) => known.has(address));
  return {
    meant: (written) => {
      const [only, ...others] = fitting(written);
      return others.length === 0 ? only : undefined;
    },
    shown,
    unknown: (written) => unknownText(written, fitting(written), new Set([...known].map(shown))),
  };
}

function unknownText(written: string, found: readonly Address[], names: ReadonlySet<string>): string {
  if (found.length > 1) return `it is in ${found.length} organizations: write ${found.join(" or ")}`;
  const near = nearMatch(written, names);
  const meant = near === undefined ? "" : `; did you mean ${near}?`;
  return `nothing with this address is declared or changes${meant}`;
}
