import type { DesiredResource } from "../../model/desired.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { hidesName } from "../../model/display-name.ts";
import type { Kind } from "../../model/kind.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import type { Live, LiveResource } from "../../model/live.ts";
import { isTreeKind, shallLeave } from "../tree/tree-kind.ts";

/** DF3001: an address fits several live objects. */
export function severalCandidates(
  resource: DesiredResource,
  live: readonly LiveResource[],
  kind: Kind,
): Diagnostic {
  const list = live.map((one) => idAndName(one, kind, resource)).join(", ");
  return error("DF3001", `${resource.address} fits ${live.length} live objects: ${list}`, {
    source: resource.source,
    hint: `write the id of the right one into the manifest, for example id: ${live[0]?.id}`,
  });
}

/** DF3002: several addresses fit one live object. */
export function severalClaimants(
  resources: readonly DesiredResource[],
  live: LiveResource,
  kind: Kind,
): Diagnostic {
  const [first, ...others] = resources;
  const names = resources.map(({ address }) => address).join(" and ");
  const hiding = resources.find((resource) => hidesName(kind, resource));
  return error("DF3002", `${names} both match the live ${kind.name} ${idAndName(live, kind, hiding)}`, {
    ...(others[0] === undefined ? {} : { source: others[0].source }),
    hint: "pin each with id:, give them different names, or remove one",
    ...(first === undefined ? {} : { related: [{ message: "the other one", source: first.source }] }),
  });
}

/** A record that says another thing than a name. */
export interface Contradiction {
  readonly resource: DesiredResource;
  /** What the resource is by the record. */
  readonly recorded: LiveResource;
  /** What it is by its name. */
  readonly other?: LiveResource | undefined;
  /** The resource that has the name of what is recorded. */
  readonly stranger?: DesiredResource | undefined;
  readonly kind: Kind;
}

/** DF3009: the record of the last apply and a name contradict each other. */
export function contradictsRecord({ resource, recorded, other, stranger, kind }: Contradiction): Diagnostic {
  const name = (live: LiveResource): string => idAndName(live, kind, resource);
  const instead =
    other !== undefined
      ? `by its name it is ${name(other)}`
      : stranger !== undefined
        ? `by its name that is ${stranger.address}`
        : "that is not its name any more";
  const otherLine =
    other !== undefined
      ? `, or id: ${other.id} when the name is right`
      : stranger !== undefined
        ? `, or write it at ${stranger.address}`
        : "";
  return error("DF3009", `the record says that ${resource.address} is ${name(recorded)}, but ${instead}`, {
    source: resource.source,
    hint: `write id: ${recorded.id} at ${resource.address} when the record is right${otherLine}`,
  });
}

/** DF3003: a resource is pinned to an id that is not there. What shall leave may be gone already. */
export function pinsNotFound(
  lost: readonly DesiredResource[],
  live: Live,
  kinds: KindIndex,
): readonly Diagnostic[] {
  return lost.flatMap((resource) => {
    const kind = kinds.get(resource.kind);
    return shallLeave(kind, resource) ? [] : [pinNotFound(resource, kind, live)];
  });
}

function pinNotFound(resource: DesiredResource, kind: Kind, live: Live): Diagnostic {
  const { address, id, organization: here } = resource;
  const elsewhere = live.resources.find(
    (one) => one.id === id && one.kind === kind.name && one.organization !== here,
  )?.organization;
  const where = elsewhere === undefined ? "not on the platform" : `in the organization "${elsewhere}"`;
  const transfer = `or have it transferred: give what ${elsewhere} declares with transferTo: ${here} the same id`;
  const isTransferable = elsewhere !== undefined && isTreeKind(kind);
  return error("DF3003", `${address} is pinned to id "${id}", which is ${where}`, {
    source: resource.sources.id ?? resource.source,
    hint: `correct the id, ${isTransferable ? transfer : "or remove the line to let docform find it by its name"}`,
  });
}

/** A live resource for a message; without its name, when what declares it must not show it. */
function idAndName({ id, answer }: LiveResource, kind: Kind, resource: DesiredResource | undefined): string {
  return hidesName(kind, resource) ? `"${id}"` : `"${id}" (${kind.label(answer)})`;
}
