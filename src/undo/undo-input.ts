import type { Address } from "../model/address.ts";
import type { DesiredResource } from "../model/desired.ts";
import type { Source } from "../model/diagnostic.ts";
import type { BeforeImage } from "../model/documents/before-image.ts";
import type { ChangeAction } from "../model/documents/plan-document.ts";
import type { KindIndex } from "../model/kind-index.ts";
import type { Live, LiveResource } from "../model/live.ts";
import type { Created } from "./created-objects.ts";

/** What a run was to do at one address. */
export interface UndoneChange {
  readonly address: Address;
  readonly kind: string;
  readonly action: ChangeAction;
  /** Id of the live object before the run. */
  readonly id?: string;
  readonly fields?: readonly string[];
}

/** Ids of all objects of a kind that there were before the run. */
export interface IdsBefore {
  readonly organization: string;
  readonly kind: string;
  readonly ids: readonly string[];
}

/** What an undo is made from. */
export interface UndoInput {
  readonly changes: readonly UndoneChange[];
  readonly images: readonly BeforeImage[];
  readonly created: readonly Created[];
  /** For each kind of which the run created or deleted an object. */
  readonly there: readonly IdsBefore[];
  /** Ids by alias. */
  readonly organizations: Readonly<Record<string, string>>;
  readonly kinds: KindIndex;
  /** The live state now. Left out: everything counts as there, so that it is read. */
  readonly live?: Live;
  /** Where it is written how something was. */
  readonly sourceOf: (address: Address) => Source;
  /** What the manifests say at an address: an undo protects and hides the same. */
  readonly declaredAt: (address: Address) => Pick<DesiredResource, "protect" | "sensitive"> | undefined;
}

/** What an undo cannot bring back, or not as it was. */
export interface Cannot {
  readonly address: Address;
  readonly why: string;
}

/** Finds images, changes and live objects. */
export interface Lookups {
  /** The image of what had a `liveKey`. */
  readonly imageOf: (key: string) => BeforeImage | undefined;
  /** What the run was to do with what an image is of. */
  readonly changesOf: (image: BeforeImage) => readonly UndoneChange[];
  /** What has a `liveKey` now. */
  readonly liveNow: (key: string) => LiveResource | undefined;
}
