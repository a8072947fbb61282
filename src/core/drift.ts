import type { Address } from "./address.ts";
import { type DriftDocument, type Drifted, driftFormatVersion } from "./drift-document.ts";
import { groupBy } from "./group-by.ts";
import type { Kind } from "./kind.ts";
import type { Change, PlanDocument } from "./plan-document.ts";

/**
 * What a plan says, seen from the platform: what is not as declared, and what is not there. Who changed it
 * is not told: the record of the last apply has ids and names, and no values that could be compared.
 */
export function driftOf(document: PlanDocument, kinds: readonly Kind[]): DriftDocument {
  const byAddress = groupBy(document.changes, ({ address }) => address);
  const groups = [...byAddress].map(([address, changes]) => ({ address, changes }));
  const isMissing = ({ changes }: Group): boolean =>
    changes.every(({ action, id }) => action === "create" || (action === "blocked" && id === undefined));
  return {
    formatVersion: driftFormatVersion,
    drifted: groups.filter((group) => !isMissing(group)).map((group) => driftedOf(group, kinds)),
    unmanaged: document.unmanaged,
    missing: groups.filter(isMissing).map(missingOf),
    inStep: document.summary.unchanged,
  };
}

interface Group {
  readonly address: Address;
  readonly changes: readonly Change[];
}

function baseOf({ address, changes }: Group): Pick<Drifted, "address" | "kind" | "title" | "source"> {
  const [first] = changes;
  return {
    address,
    kind: first?.kind ?? "",
    ...(first?.title === undefined ? {} : { title: first.title }),
    ...(first?.source === undefined ? {} : { source: first.source }),
  };
}

function driftedOf(group: Group, kinds: readonly Kind[]): Drifted {
  const fields = group.changes.flatMap(({ fields: all }) => all ?? []);
  return {
    ...baseOf(group),
    fields: fields.map(({ path, before, after, sensitive }) => ({
      path,
      ...(after === undefined ? {} : { desired: after }),
      ...(before === undefined ? {} : { live: before }),
      ...(sensitive === undefined ? {} : { sensitive }),
    })),
    attribution: "unknown",
    impact: group.changes.some((change) => touchesAccess(change, kinds)) ? "high" : "low",
  };
}

/** Does it decide who may see or do what? */
function touchesAccess({ kind: name, action, fields }: Change, kinds: readonly Kind[]): boolean {
  const kind = kinds.find((one) => one.name === name);
  const isAccess = (path: string): boolean => {
    const field = kind?.fields[path.split(".", 1)[0] ?? ""];
    return field?.access === true || field?.membership !== undefined;
  };
  const ofAny = Object.values(kind?.fields ?? {}).some(({ access }) => access === true);
  return action === "delete" ? ofAny : (fields ?? []).some(({ path }) => isAccess(path));
}

function missingOf(group: Group): DriftDocument["missing"][number] {
  const reason = group.changes.find((change) => change.reason !== undefined)?.reason;
  return { ...baseOf(group), ...(reason === undefined ? {} : { reason }) };
}
