import type { DesiredResource } from "../../model/desired.ts";
import { addTo } from "../../model/group-by.ts";
import type { LiveResource } from "../../model/live.ts";
import { onlyFits } from "./fitting.ts";
import type { Recognition } from "./identity.ts";

/** What names of the past say of those that have them. */
export interface OldNames {
  /** Those whose old name is somebody else's by now. */
  readonly outlived: ReadonlySet<DesiredResource>;
  /** Those whose old names are each other's present ones, in a circle: nothing tells whether they are renamed. */
  readonly circles: readonly (readonly DesiredResource[])[];
}

const nothing: OldNames = { outlived: new Set(), circles: [] };

/** Reads the old names of all that wait, if the recognition goes by those. */
export function readOldNames(
  waiting: readonly DesiredResource[],
  free: readonly LiveResource[],
  recognition: Recognition,
  natural: readonly Recognition[],
): OldNames {
  if (recognition.isPrevious !== true || waiting.every(({ previously }) => previously.length === 0))
    return nothing;
  const byOldName = onlyFits(waiting, free, [recognition]);
  const byName = onlyFits(waiting, free, natural);
  const outlived = outlivedIn(waiting, byOldName, byName);
  return { outlived, circles: circlesIn(byOldName, byName, outlived) };
}

type Fits = ReadonlyMap<DesiredResource, LiveResource>;

/**
 * They are there under their new name, and what has the old one is the only thing that another resource can be.
 * So a line that was left in the manifest after a rename, when the next one took the name, takes nothing away.
 */
function outlivedIn(
  waiting: readonly DesiredResource[],
  byOldName: Fits,
  byName: Fits,
): ReadonlySet<DesiredResource> {
  const claimants = new Map<LiveResource, DesiredResource[]>();
  for (const [resource, live] of byOldName) addTo(claimants, live, resource);
  const old = new Set<DesiredResource>();
  const settled = waiting.filter((resource) => !byOldName.has(resource));
  for (let one = settled.pop(); one !== undefined; one = settled.pop()) {
    const live = byName.get(one);
    for (const other of live === undefined ? [] : (claimants.get(live) ?? [])) {
      const own = byName.get(other);
      if (other === one || old.has(other) || own === undefined || own === live) continue;
      old.add(other);
      settled.push(other);
    }
  }
  return old;
}

/** Follows each old name to the one who has it now, until nobody comes or somebody comes again. */
function circlesIn(
  byOldName: Fits,
  byName: Fits,
  outlived: ReadonlySet<DesiredResource>,
): readonly (readonly DesiredResource[])[] {
  const owners = new Map([...byName].map(([resource, live]) => [live, resource]));
  const seen = new Set<DesiredResource>();
  return [...byOldName.keys()].flatMap((start) => {
    const path: DesiredResource[] = [];
    let at: DesiredResource | undefined = start;
    while (at !== undefined && !seen.has(at) && !outlived.has(at)) {
      seen.add(at);
      path.push(at);
      const claimed = byOldName.get(at);
      at = claimed === undefined ? undefined : owners.get(claimed);
    }
    const circle = at === undefined ? [] : path.slice(path.indexOf(at));
    return at !== undefined && path.includes(at) && circle.length > 1 ? [circle] : [];
  });
}
