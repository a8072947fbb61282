import type { FileEdit } from "../../manifest/edit/edit.ts";
import type { KindIndex } from "../../manifest/schema/kind-slots.ts";
import { fieldOrder } from "../../manifest/write/field-order.ts";
import type { ManifestWriter } from "../../manifest/write/write-manifests.ts";
import type { Address } from "../../model/address.ts";
import type { Desired, DesiredResource } from "../../model/desired.ts";
import type { Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import type { Json } from "../../text/json.ts";

/** The manifests as they are, and as they shall be. */
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
  /** Places of all items of orders in the manifests as they are. */
  readonly orderSources: ReadonlySet<Source>;
}

/** Adds a key to a resource, before or after its neighbours in a manifest. */
export function addition(
  { index, kindOf }: Differing,
  before: DesiredResource,
  name: string,
  value: Json,
): FileEdit {
  const { address, source } = before;
  const kind = kindOf(before);
  const keys = fieldOrder(index, kind);
  const isThere = (key: string): boolean => {
    const own = before.sources[key];
    return (
      key === kind.sequence?.itemKey || (own !== undefined && own !== source && own.file === source.file)
    );
  };
  const at = keys.indexOf(name);
  const after = keys.slice(0, at).findLast(isThere);
  const next = keys.slice(at + 1).find(isThere);
  const beside = after !== undefined ? { after } : next !== undefined ? { before: next } : {};
  // An item of a list has no key of its own.
  const owner = kind.sequence === undefined ? { key: source } : { item: source };
  const edit = { type: "addEntry", in: owner, key: name, value, ...beside } as const;
  return { file: source.file, edit, address, field: name };
}
