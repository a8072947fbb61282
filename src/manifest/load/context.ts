import type { Address } from "../../model/address.ts";
import type { DesiredResource } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import type { Report } from "../check/report.ts";
import type { Entry, Tree } from "../read/tree.ts";
import type { KindIndex } from "./kind-slots.ts";

/** What reading needs everywhere. `drafts` is filled in the order of files. */
export interface Context {
  readonly index: KindIndex;
  readonly report: Report;
  readonly drafts: Draft[];
}

/** A resource with the values it was read from, for the checks across resources. */
export interface Draft {
  readonly kind: Kind;
  readonly resource: DesiredResource;
  /** All that is written in it, with what it holds. */
  readonly entries: readonly Entry[];
}

/** The value of a field as it is written; of the key field, which the key stands for, at least the key. */
export function writtenIn({ kind, resource, entries }: Draft, field: string): Tree | undefined {
  const written = entries.find(({ key }) => key === field)?.value;
  if (written !== undefined || field !== kind.keyField) return written;
  return { type: "scalar", source: resource.source, value: resource.key };
}

/** A resource that is found and still to be read: where it stands, and what is written in it. */
export interface Pending {
  readonly organization: string;
  readonly kind: Kind;
  readonly key: string;
  /** Place of its key. */
  readonly source: Source;
  readonly address: Address;
  readonly parent?: Address | undefined;
  readonly container?: Address | undefined;
  readonly index?: number | undefined;
  readonly entries: readonly Entry[];
  /** What is written could not be read, so nothing is to be said about what is missing. */
  readonly unreadable?: boolean;
}
