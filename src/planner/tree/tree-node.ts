import type { DesiredResource } from "../../model/desired.ts";
import type { LiveResource } from "../../model/live.ts";
import type { TreeKind } from "./tree-kind.ts";

/**
 * One thing of an organization's tree: declared, live, or both. Each has all the keys: code that reads thousands of
 * objects of one form is several times as fast.
 */
export interface TreeNode {
  /** The address of what declares it, else `#` and its key. */
  readonly name: string;
  readonly kind: TreeKind;
  readonly resource: DesiredResource | undefined;
  readonly live: LiveResource | undefined;
  /** Name of what it stands in now; undefined for what is not in this tree yet. */
  readonly from: string | undefined;
  /** Name of what it shall stand in, where that is said and can be. */
  readonly to: string | undefined;
  /** Why it cannot stand where it shall. */
  readonly stuck: string | undefined;
  /** Name of what it shall stand in and cannot, since it would stand in itself. */
  readonly shut: string | undefined;
  /** It shall be deleted: it is declared absent, or not declared where everything is. */
  readonly isDeleted: boolean;
}

/** What a thing is called for people. */
export function nameOfNode({ resource, kind, live }: TreeNode): string {
  return resource !== undefined || live === undefined
    ? (resource?.address ?? "")
    : `${kind.name} "${kind.label(live.answer)}" (${live.id})`;
}
