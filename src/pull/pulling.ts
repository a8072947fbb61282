import type { Address } from "../model/address.ts";
import type { Desired, DesiredOrganization, DesiredResource } from "../model/desired.ts";
import type { KindIndex } from "../model/kind-index.ts";
import type { Live, LiveResource } from "../model/live.ts";
import type { Matching } from "../planner/match/match.ts";
import type { RecordedIds } from "../planner/match/recorded-ids.ts";
import type { Planning } from "../planner/state/planning.ts";

/** Is something among what a pull was asked for? It is told by its address, and where it is live, by that. */
export type IsChosen = (address: Address, live?: LiveResource) => boolean;

/** The input of a pull. */
export interface PullInput {
  readonly live: Live;
  readonly kinds: KindIndex;
  /** The organizations that are pulled. */
  readonly organizations: readonly Pick<DesiredOrganization, "alias" | "id" | "source">[];
  /** The manifests that are there already, and what of them is on the platform. */
  readonly before: Desired;
  readonly matching: Matching;
  /** The ids in the record of the last apply. */
  readonly recorded?: RecordedIds | undefined;
  /**
   * The addresses that are pulled; for an organization as a whole: its alias. All others stay as they are written. A
   * live object is given too: its address may hold the key of another object, which a person may call otherwise.
   */
  readonly isMeant: IsChosen;
  /** Are undeclared objects pulled, too? */
  readonly takesNew: boolean;
  /** Was it named by itself? Then it is taken also where only what is declared is. */
  readonly isNamed: IsChosen;
  /** Is what the platform lacks taken out of the manifests? */
  readonly isPruned: boolean;
  /** Members of teams that were named by themselves, to be taken out where the platform does not have them. */
  readonly prunedPeople: ReadonlySet<Address>;
  /** Also what a new one would have by itself. */
  readonly isFull: boolean;
}

/** The names of live resources in manifests. */
export interface Naming {
  /** Undefined for what manifests cannot name. */
  readonly addressOf: (live: LiveResource) => Address | undefined;
  readonly keyOf: (live: LiveResource) => string | undefined;
  /** Its name in a list or an order (`- space: quickstart`): its key, or `id:…` of the object that it shows. */
  readonly markOf: (live: LiveResource) => string | undefined;
  /**
   * How a field names a resource of its organization, of a kind and with an id: by its key, or by `id:…` when no
   * manifest has it.
   */
  readonly reference: (organization: string, kind: string, id: string) => string;
  /** Is it in the manifests, or to be there? */
  readonly isDeclared: (live: LiveResource) => boolean;
  /** The live resource with a `liveKey`. */
  readonly liveByKey: (key: string) => LiveResource | undefined;
}

/** Something that manifests cannot say of a live resource. */
export interface LeftOut {
  readonly address: Address;
  /** Not given for the resource as a whole. */
  readonly field?: string;
  readonly why: string;
}

/** The findings of a pull, while manifests are made of it. */
export interface Pulling extends PullInput {
  readonly view: Planning;
  readonly naming: Naming;
  /** The declaration at an address. */
  readonly declaredAt: (address: Address) => DesiredResource | undefined;
  readonly leaveOut: (address: Address, why: string, field?: string) => void;
}

/** The live state as manifests declare it. */
export interface Pulled {
  /** Everything that manifests shall declare, with the addresses, keys and orders that they write. */
  readonly desired: Desired;
  /** Addresses of what an order says the place of. */
  readonly placed: ReadonlySet<Address>;
  readonly liveOf: (address: Address) => LiveResource | undefined;
  /** Resources that are declared to exist and are not on the platform. */
  readonly missing: readonly Address[];
  readonly leftOut: readonly LeftOut[];
}
