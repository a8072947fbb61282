import type { Address } from "../model/address.ts";
import { type DriftDocument, type Drifted, driftFormatVersion } from "../model/documents/drift-document.ts";
import type { Change } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import type { LastApply } from "../planner/match/recorded-ids.ts";
import type { Plan } from "../planner/plan.ts";
import { type Attributing, attributing, commonAttribution } from "./attribution.ts";

/** The input of drift: a plan with its comparisons, and the record of the last apply. */
export interface DriftInput extends Pick<Plan, "document" | "compared"> {
  readonly kinds: readonly Kind[];
  /** The last apply; undefined without a record. Then it is unknown which side changed. */
  readonly lastApply?: LastApply | undefined;
}

/** The differences of a plan as drift: changed, missing and undeclared objects, and the side that changed. */
export function driftOf(input: DriftInput): DriftDocument {
  const { document } = input;
  const sides = attributing(input.lastApply);
  const byAddress = groupBy(document.changes, ({ address }) => address);
  const groups = [...byAddress].map(([address, changes]) => ({ address, changes }));
  const isMissing = ({ changes }: Group): boolean =>
    changes.every(({ action, id }) => action === "create" || (action === "blocked" && id === undefined));
  return {
    formatVersion: driftFormatVersion,
    drifted: groups.filter((group) => !isMissing(group)).map((group) => driftedOf(group, input, sides)),
    unmanaged: document.unmanaged,
    missing: groups.filter(isMissing).map((group) => missingOf(group, sides)),
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

function driftedOf(group: Group, { compared, kinds }: DriftInput, sides: Attributing): Drifted {
  const { address, changes } = group;
  const id = changes.find((change) => change.id !== undefined)?.id;
  const now = compared(address);
  const all = changes.flatMap(({ fields = [] }) => fields);
  const fields = all.map(({ path, before, after, sensitive }) => ({
    path,
    ...(after === undefined ? {} : { desired: after }),
    ...(before === undefined ? {} : { live: before }),
    ...(sensitive === undefined ? {} : { sensitive }),
    attribution: sides.ofField({ address, id }, path, now.get(path)),
  }));
  return {
    ...baseOf(group),
    fields,
    attribution: commonAttribution(fields.map(({ attribution }) => attribution)),
    impact: changes.some((change) => touchesAccess(change, kinds)) ? "high" : "low",
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

function missingOf(group: Group, { ofMissing }: Attributing): DriftDocument["missing"][number] {
  const reason = group.changes.find((change) => change.reason !== undefined)?.reason;
  return {
    ...baseOf(group),
    attribution: ofMissing(group.address),
    ...(reason === undefined ? {} : { reason }),
  };
}
