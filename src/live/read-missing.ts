import type { Address } from "../core/address.ts";
import type { Desired, DesiredResource } from "../core/desired.ts";
import type { Kind } from "../core/kind.ts";
import type { KindIndex } from "../core/kind-index.ts";
import type { Live, LiveResource } from "../core/live.ts";
import type { MadeOne } from "../core/recover.ts";
import { shallLeave } from "../core/tree-kind.ts";
import { type Owner, type Reader, readAnswers } from "./read-live.ts";

/** What is declared, and what is known to be there: after the last apply, or by the answers of calls. */
export interface Knowledge {
  readonly desired: Desired;
  readonly kinds: KindIndex;
  readonly known: ReadonlyMap<Address, MadeOne>;
}

/**
 * Reads what `read` reads. A list that lacks something known may be older than that: it is read once more, so that
 * nothing is planned to be made a second time. What is not there then is gone.
 */
export async function readWithKnown(
  knowledge: Knowledge,
  fresh: Reader,
  read: () => Promise<Live>,
): Promise<Live> {
  const again = new Set<string>();
  for (;;) {
    const live = await read();
    const lists = new Map(
      listsLacking(knowledge, live).flatMap((list) => {
        const key = keyOf(list);
        return again.has(key) ? [] : [[key, list] as const];
      }),
    );
    if (lists.size === 0) return live;
    for (const key of lists.keys()) again.add(key);
    await Promise.all(
      [...lists.values()].map((one) => readAnswers(fresh, one.kind, one.owner, one.parentKind)),
    );
  }
}

/** A list of a kind, in an organization or in one live object of it. */
interface List {
  readonly kind: Kind;
  readonly owner: Owner;
  readonly parentKind?: Kind;
}

function keyOf({ kind, owner }: List): string {
  return [owner.organization, kind.name, owner.parent?.id].join(" ");
}

type There = ReadonlyMap<string, LiveResource>;

/** The lists that lack something known which is declared, and not to go. */
function listsLacking(knowledge: Knowledge, live: Live): readonly List[] {
  const { desired, kinds, known } = knowledge;
  if (known.size === 0) return [];
  const there: There = new Map(live.resources.map((one) => [`${one.kind} ${one.id}`, one]));
  const lacking = desired.resources.filter((resource) => isLacking(knowledge, there, resource));
  if (lacking.length === 0) return [];
  const declared = new Map(desired.resources.map((resource) => [resource.address, resource]));
  const organizations = new Map(desired.organizations.map(({ alias, id }) => [alias, id]));
  return lacking.flatMap(({ kind: name, organization, parent }): readonly List[] => {
    const kind = kinds.get(name);
    const owner = { organization, id: organizations.get(organization) ?? "" };
    if (parent === undefined) return [{ kind, owner }];
    const resource = declared.get(parent);
    const holder = resource && there.get(`${resource.kind} ${idOf(knowledge, resource)}`);
    // What stood in something that is gone is gone with it.
    if (holder === undefined) return [];
    return [{ kind, owner: { ...owner, parent: holder }, parentKind: kinds.get(holder.kind) }];
  });
}

function isLacking(knowledge: Knowledge, there: There, resource: DesiredResource): boolean {
  const id = knowledge.known.get(resource.address)?.id;
  if (id === undefined || there.has(`${resource.kind} ${id}`) || id !== idOf(knowledge, resource))
    return false;
  const kind = knowledge.kinds.get(resource.kind);
  return kind.operations.read.list !== undefined && !shallLeave(kind, resource);
}

/** The id that an address is pinned to, or else what is known of it. */
function idOf({ known }: Knowledge, { address, kind, id }: DesiredResource): string | undefined {
  const one = known.get(address);
  return id ?? (one?.kind === kind ? one.id : undefined);
}
