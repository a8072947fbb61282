import type { Step } from "../../model/documents/plan-document.ts";
import type { Kind, Permission } from "../../model/kind.ts";
import { atPointer } from "../../text/json.ts";
import { liveAddress } from "../live-address.ts";
import { liveAt } from "../live-at.ts";
import type { Planning } from "../planning.ts";
import type { Finding, Guard } from "./guard.ts";
import { permissionHolder } from "./permission-holder.ts";

/** Holds steps that the platform's own `permissions` say the token may not do. Silence is no refusal. */
export const permissions: Guard = {
  rule: "permissions",
  judge: ({ planning, steps }) => {
    const found = new Map<string, Finding>();
    for (const step of steps) {
      const finding = refusalOf(planning, step);
      if (finding !== undefined && !found.has(`${step.address} ${finding.message}`))
        found.set(`${step.address} ${finding.message}`, finding);
    }
    return [...found.values()];
  },
};

function refusalOf(planning: Planning, { address, operation }: Step): Finding | undefined {
  const resource = planning.resourceAt(address);
  const live = liveAt(planning, address);
  const name = resource?.kind ?? live?.kind;
  if (name === undefined) return undefined;
  const kind = planning.kinds.get(name);
  const needed = permissionFor(kind, operation);
  const organization = resource?.organization ?? live?.organization ?? "";
  const holder =
    needed === undefined ? undefined : permissionHolder(planning, kind, needed, live, organization);
  if (needed === undefined || holder === undefined) return undefined;
  if (atPointer(holder.answer, `/permissions/${needed.name}`) !== false) return undefined;
  const isWhole = planning.kinds.get(holder.kind).shape === "singleton" && holder.parentId === undefined;
  const what = isWhole ? `the ${holder.kind} ${organization}` : liveAddress(planning, holder);
  return {
    address,
    message: `the token lacks the permission "${needed.name}" of ${what}, which ${operation} needs`,
    allow: "a token with this permission",
    ...(resource === undefined ? {} : { source: resource.source }),
  };
}

/** What the token needs for an operation on something of a kind. */
function permissionFor(kind: Kind, operation: string): Permission | undefined {
  // A copy is made in the organization, whatever may be done with the original.
  const creates = [kind.operations.create?.name, kind.tree?.copy?.name];
  if (creates.includes(operation)) return kind.permissions?.create;
  if (operation === kind.operations.delete?.name) return kind.permissions?.delete;
  return kind.permissions?.update;
}
