import { type Address, organizationOf } from "../model/address.ts";
import type { Attribution } from "../model/documents/drift-document.ts";
import type { ComparedField } from "../planner/compared-fields.ts";
import { type LastApply, sealField } from "../planner/match/recorded-ids.ts";

const nothing = { declared: null, live: null };

/** Tells which side changed, by the record of the last apply. */
export interface Attributing {
  /** The attribution of the difference at a path of an address with this id. */
  readonly ofField: (
    at: { readonly address: Address; readonly id: string | undefined },
    path: string,
    now: ComparedField | undefined,
  ) => Attribution;
  /** The attribution of a declared object that is missing on the platform. */
  readonly ofMissing: (address: Address) => Attribution;
}

/** Attributes differences by the record. Without a record every attribution is `unknown`. */
export function attributing(last: LastApply | undefined): Attributing {
  if (last === undefined) return { ofField: () => "unknown", ofMissing: () => "unknown" };
  const organizations = new Set([...last.resources.keys()].map(organizationOf));
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

/** The attribution that all fields of one resource share. */
export function commonAttribution(all: readonly Attribution[]): Attribution {
  const [first = "unknown", ...others] = new Set(all);
  if (others.length === 0) return first;
  return all.includes("unknown") ? "unknown" : "both";
}
