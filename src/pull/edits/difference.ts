import type { FileEdit } from "../../manifest/edit/edit.ts";
import type { KindIndex } from "../../manifest/load/kind-slots.ts";
import type { ManifestWriter } from "../../manifest/write/write-manifests.ts";
import type { Address } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import type { Kind } from "../../model/kind.ts";
import type { Json } from "../../text/json.ts";

/** Something that no manifest has a place for yet. */
export interface NewPart {
  readonly organization: string;
  /** Key in a manifest document. */
  readonly name: string;
  readonly value: Json;
}

/** What turns manifests into others. */
export interface PullChanges {
  readonly edits: readonly FileEdit[];
  readonly parts: readonly NewPart[];
}

/** What manifests say, and what they shall say. */
export interface PullDifference {
  readonly before: Desired;
  readonly after: Desired;
  readonly kinds: readonly Kind[];
  readonly writer: ManifestWriter;
  /** Addresses of what an order says the place of afterwards. */
  readonly placed: ReadonlySet<Address>;
}

/** A difference with what is looked up in it. */
export interface Differing extends PullDifference {
  readonly index: KindIndex;
  readonly kindOf: (resource: Pick<DesiredResource, "kind">) => Kind;
  readonly beforeAt: (address: Address) => DesiredResource | undefined;
  readonly afterAt: (address: Address) => DesiredResource | undefined;
}
