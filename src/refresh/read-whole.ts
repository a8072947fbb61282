import type { DesiredOrganization } from "../model/desired.ts";
import type { Kind } from "../model/kind.ts";
import { holdsOthers, indexKinds } from "../model/kind-index.ts";
import type { Live, LiveResource } from "../model/live.ts";
import { bareResource } from "./bare-resource.ts";
import { type Owner, readInside, readKind } from "./read-live.ts";
import type { Reader } from "./reader.ts";

/** The part of the organizations to read. */
export interface WholeScope {
  readonly organizations: readonly Pick<DesiredOrganization, "alias" | "id" | "source">[];
  /** Kinds of the organization whose lists are read. */
  readonly isRead: (organization: string, kind: Kind) => boolean;
  /** Whether the children of an object are read, given all objects of these lists. */
  readonly opens: (lists: readonly LiveResource[]) => (live: LiveResource) => boolean;
}

/**
 * Reads organizations independently of manifests: first their lists, then the lists inside opened objects,
 * each stage in parallel.
 */
export async function readWhole(
  { organizations, isRead, opens }: WholeScope,
  kinds: readonly Kind[],
  reader: Reader,
): Promise<Live> {
  const index = indexKinds(kinds);
  const before = reader.requests();
  const outer = await Promise.all(
    organizations.flatMap(({ alias, id }) =>
      index
        .childrenOf()
        .filter((kind) => isRead(alias, kind))
        .map((kind) => readKind(reader, kind, { organization: alias, id })),
    ),
  );
  const roots = outer.flat();
  const isOpened = opens(roots);
  const resources = await Promise.all(
    roots.map(async (live) => {
      const kind = index.get(live.kind);
      const organization = organizations.find(({ alias }) => alias === live.organization);
      if (organization === undefined || !holdsOthers(index, kind) || !isOpened(live)) return [live];
      const { alias, id, source } = organization;
      const owner: Owner = { organization: alias, id, parent: live };
      const resource = bareResource(kinds, kind, { address: `${alias}/${live.id}`, id: live.id, source });
      return readInside(reader, index, resource, live, owner, new Set());
    }),
  );
  return { resources: resources.flat(), requests: reader.requests() - before };
}
