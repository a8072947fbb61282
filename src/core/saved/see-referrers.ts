import { organizationOf } from "../address.ts";
import type { Change } from "../documents/plan-document.ts";
import { groupBy } from "../group-by.ts";
import type { Kind } from "../kind.ts";
import { managedAs } from "../kind-index.ts";
import { keyAt } from "../live.ts";
import { listRead, neededBy } from "../look.ts";
import { referringKinds } from "../referrers.ts";
import { isTransfer } from "../tree/transfer-change.ts";
import { noteFields, noteInside, type Watch } from "./footprint.ts";
import { seeById, seeIdentity } from "./see-identity.ts";

/**
 * That nothing else comes to need what goes, in the lists that planning has read: it would go along with what is deleted,
 * and nothing that is needed can be transferred (A20).
 */
export function seeReferrers(watch: Watch, changes: readonly Change[]): void {
  const going = changes.filter((change) => change.action === "delete" || isTransfer(change));
  for (const all of groupBy(going, ({ address, kind }) => `${organizationOf(address)} ${kind}`).values()) {
    const [{ address, kind } = { address: "", kind: "" }] = all;
    const referring = referringKinds(watch.planning.kinds, kind, ({ isNeeded }) => isNeeded);
    if (referring.length === 0) continue;
    for (const one of referring) seeLists(watch, organizationOf(address), one);
    for (const change of all) seeNeed(watch, change);
  }
}

function seeNeed(watch: Watch, change: Change): void {
  const live = watch.view.liveByKey(keyAt(change));
  if (live === undefined) return;
  seeById(watch, live.organization, live.kind, live.id);
  noteFields(watch, change.address, live, [neededBy]);
}

/** The lists of a kind that planning has read: of the organization, or of each holder whose manifest says what is in it. */
function seeLists(watch: Watch, organization: string, referring: Kind): void {
  const { planning } = watch;
  const path = listRead(referring);
  if (referring.parent === undefined) {
    if (isListed(watch, organization, referring)) noteInside(watch, organization, undefined, path);
    return;
  }
  for (const resource of planning.desiredOf(({ name }) => name === referring.parent)) {
    const live = planning.matching.liveOf(resource.address);
    if (live === undefined || resource.organization !== organization || resource.absent) continue;
    if (resource.manage[managedAs(referring)] === undefined) continue;
    seeIdentity(watch, resource.address);
    noteInside(watch, resource.address, live, path);
  }
}

/** Has planning surely read what there is of a kind in the organization? */
function isListed({ planning, view }: Watch, organization: string, { name, plural }: Kind): boolean {
  return (
    view.liveIn(organization, name).length > 0 ||
    planning.desired.organizations.some(
      ({ alias, manage }) => alias === organization && manage[plural] !== undefined,
    )
  );
}
