import type { PruneSetting } from "../manifest/schema/project-file.ts";
import { rootOf } from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import type { Diagnostic } from "../model/diagnostic.ts";
import type { NoLongerDeclared } from "../model/documents/plan-document.ts";
import type { KindIndex } from "../model/kind-index.ts";
import type { Plan } from "../planner/plan.ts";
import { readAddresses } from "../planner/state/targets.ts";
import { bareResource } from "../refresh/read-whole.ts";

/** The requests to delete recorded objects that no manifest declares. */
export interface PruneRequest {
  /** Addresses of `--prune` or of labels, as written. */
  readonly prune?: readonly string[];
  /** An address may name nothing: a label may be for another project. */
  readonly pruneMayBeGone?: boolean;
}

/** The manifests with the deletes of some recorded objects, and what is wrong with the addresses. */
interface Pruned {
  readonly desired: Desired;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Declares some recorded objects absent that no manifest declares: those that are asked for by name, and with the setting
 * `created` those that docform created. So their deletes are planned, ordered and guarded as any other.
 */
export function withPruned(
  desired: Desired,
  { document, kinds }: Pick<Plan, "document" | "kinds">,
  { prune = [], pruneMayBeGone: mayBeGone = false }: PruneRequest,
  setting: PruneSetting,
): Pruned {
  const { noLongerDeclared = [], organizations } = document;
  const known = noLongerDeclared.map(({ address }) => address);
  const { addresses, diagnostics } = readAddresses(prune, Object.keys(organizations), {
    name: "--prune",
    known,
    fits: (address, text) => address === text,
    code: "DF5011",
    unknown: "names nothing that the record has and no manifest declares",
    otherwise: "write absent: true at what a manifest declares; docform state list shows the record",
  });
  const byName = new Set(addresses);
  const pruned = noLongerDeclared.flatMap((one): readonly DesiredResource[] => {
    if (byName.has(one.address)) return [absent(kinds, one, "by name")];
    return setting === "created" && one.createdBy !== undefined ? [absent(kinds, one, "by setting")] : [];
  });
  return {
    desired: pruned.length === 0 ? desired : { ...desired, resources: [...desired.resources, ...pruned] },
    diagnostics: mayBeGone ? [] : diagnostics,
  };
}

/** A recorded object as a declaration that it shall not be there. No manifest is its source. */
function absent(
  kinds: KindIndex,
  { address, kind, id }: NoLongerDeclared,
  pruned: NonNullable<DesiredResource["pruned"]>,
): DesiredResource {
  const root = rootOf(address);
  const source = { file: "docform.yaml", line: 1, column: 1 };
  return {
    ...bareResource(kinds.all, kinds.get(kind), { address, id, source }),
    ...(root === address ? {} : { parent: root }),
    values: {},
    manage: {},
    absent: true,
    pruned,
  };
}
