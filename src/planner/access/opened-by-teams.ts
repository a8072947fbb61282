import { organizationOf } from "../../model/address.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { contentsOf, type KindIndex, membershipsOf } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import { entryKey, type Membership } from "../../model/membership.ts";

/** Something with access, and the membership in which a team has an entry there. */
interface OpenedByTeam {
  readonly owner: LiveResource;
  readonly membership: Membership;
}

/**
 * The things in which a team has an entry, as far as they were read, where a change deletes the team or changes who is
 * in it; nothing for any other change.
 */
export function openedByTeam(
  change: Change,
  resources: readonly LiveResource[],
  kinds: KindIndex,
): readonly OpenedByTeam[] {
  const { address, kind, id } = change;
  if (id === undefined || !touchesPeople(change, kinds)) return [];
  const organization = organizationOf(address);
  return resources.flatMap((owner) => {
    if (owner.organization !== organization) return [];
    const { fields } = kinds.get(owner.kind);
    return membershipsOf(kinds.get(owner.kind)).flatMap((name) => {
      const membership = fields[name]?.membership;
      const sorts = membership?.sorts.filter(({ of }) => of === kind) ?? [];
      const isOpened = sorts.some((sort) => owner.memberships[name]?.[entryKey(sort, id)] !== undefined);
      return membership !== undefined && isOpened ? [{ owner, membership }] : [];
    });
  });
}

function touchesPeople({ action, kind, fields = [] }: Change, kinds: KindIndex): boolean {
  const names = contentsOf(kinds.get(kind));
  if (action === "delete") return names.length > 0;
  return fields.some(({ path }) => names.some((name) => path.startsWith(`${name}.`)));
}
