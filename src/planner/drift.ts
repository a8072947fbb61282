import { type Address, organizationOf } from "../model/address.ts";
import {
  type Attribution,
  type DriftDocument,
  type Drifted,
  driftFormatVersion,
} from "../model/documents/drift-document.ts";
import type { Change } from "../model/documents/plan-document.ts";
import { groupBy } from "../model/group-by.ts";
import type { Kind } from "../model/kind.ts";
import type { ComparedField } from "./compared-fields.ts";
import { type LastApply, sealField } from "./match/recorded-ids.ts";
import type { Plan } from "./plan.ts";
import type { PlanInput } from "./plan-input.ts";

interface DriftInput extends Pick<Plan, "document" | "compared">, Pick<PlanInput, "desired"> {
  readonly kinds: readonly Kind[];
  /** The last apply; undefined without a record. Then it is unknown which side changed. */
  readonly lastApply?: LastApply | undefined;
}

/** The differences of a plan as drift: changed, missing and undeclared objects, and the side that changed. */
export function driftOf(input: DriftInput): DriftDocument {
  const { document, kinds, desired } = input;
  const sides = attributing(input.lastApply);
  const declared = new Set(desired.resources.map(({ address }) => address));
  // A plan also makes what no manifest declares: redirects that keep old paths.
  const differing = document.changes.filter(
    ({ action, address }) => action !== "create" || declared.has(address),
  );
  const byAddress = groupBy(differing, ({ address }) => address);
  const groups = [...byAddress].map(([address, changes]) => ({ address, changes }));
  const isMissing = ({ changes }: Group): boolean =>
    changes.every(({ action, id }) => action === "create" || (action === "blocked" && id === undefined));
  return {
    formatVersion: driftFormatVersion,
    drifted: groups.filter((group) => !isMissing(group)).map((group) => driftedOf(group, input, sides)),
    unmanaged: document.unmanaged.map((item) => ({ ...item, impact: impactOf(item.kind, kinds) })),
    ...(document.noLongerDeclared === undefined ? {} : { noLongerDeclared: document.noLongerDeclared }),
    ...(document.waiting === undefined ? {} : { waiting: document.waiting }),
    missing: groups.filter(isMissing).map((group) => missingOf(group, kinds, sides)),
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
    attribution: changes.every(({ action }) => action === "delete")
      ? sides.ofUndeclared(address, id)
      : commonAttribution(fields.map(({ attribution }) => attribution)),
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
  return action === "delete"
    ? impactOf(name, kinds) === "high"
    : (fields ?? []).some(({ path }) => isAccess(path));
}

/** The impact of a resource that appears or goes. */
function impactOf(name: string, kinds: readonly Kind[]): Drifted["impact"] {
  return kinds.some((kind) => kind.name === name && kind.access === true) ? "high" : "low";
}

function missingOf(
  group: Group,
  kinds: readonly Kind[],
  { ofMissing }: Attributing,
): DriftDocument["missing"][number] {
  const reason = group.changes.find((change) => change.reason !== undefined)?.reason;
  const base = baseOf(group);
  return {
    ...base,
    attribution: ofMissing(group.address),
    impact: impactOf(base.kind, kinds),
    ...(reason === undefined ? {} : { reason }),
  };
}

const nothing = { declared: null, live: null };

interface Attributing {
  /** The attribution of the difference at a path of an address with this id. */
  readonly ofField: (
    at: { readonly address: Address; readonly id: string | undefined },
    path: string,
    now: ComparedField | undefined,
  ) => Attribution;
  /** The attribution of a declared object that is missing on the platform. */
  readonly ofMissing: (address: Address) => Attribution;
  /** The attribution of something on the platform that is not declared, where all that is there must be. */
  readonly ofUndeclared: (address: Address, id: string | undefined) => Attribution;
}

/** Attributes differences by the record. Without a record every attribution is `unknown`. */
function attributing(last: LastApply | undefined): Attributing {
  const unknown = (): Attribution => "unknown";
  if (last === undefined) return { ofField: unknown, ofMissing: unknown, ofUndeclared: unknown };
  const organizations = new Set([...last.resources.keys()].map(organizationOf));
  const ids = new Set([...last.resources.values()].map((one) => one.id));
  return {
    ofField: ({ address, id }, path, now) => {
      const known = last.resources.get(address);
      const isKnown = now !== undefined && known?.id === id;
      const then = isKnown ? sealedAt(last, address, path) : undefined;
      return now === undefined || then === undefined
        ? "unknown"
        : sideThatChanged(then, sealField(last.seal, address, path, now));
    },
    ofMissing: (address) => {
      if (last.resources.has(address)) return "platform";
      return organizations.has(organizationOf(address)) ? "manifests" : "unknown";
    },
    // An object in the record was declared then; any other one was made by hand.
    ofUndeclared: (address, id) => {
      if (!organizations.has(organizationOf(address)) || id === undefined) return "unknown";
      return ids.has(id) ? "manifests" : "platform";
    },
  };
}

/** A person without a seal, in a list with one, was absent on both sides. */
function sealedAt({ resources, seal }: LastApply, address: Address, path: string): string | undefined {
  const { fields = {} } = resources.get(address) ?? {};
  const [whole = ""] = path.split(".", 1);
  const isUnnamed = fields[path] === undefined && path !== whole && fields[whole] !== undefined;
  return isUnnamed ? sealField(seal, address, path, nothing) : fields[path];
}

function sideThatChanged(then: string, now: string): Attribution {
  const [declaredThen, liveThen] = then.split(" ");
  const [declared, live] = now.split(" ");
  if (declared !== declaredThen) return live === liveThen ? "manifests" : "both";
  return live === liveThen ? "unknown" : "platform";
}

function commonAttribution(all: readonly Attribution[]): Attribution {
  const [first = "unknown", ...others] = new Set(all);
  if (others.length === 0) return first;
  return all.includes("unknown") ? "unknown" : "both";
}
