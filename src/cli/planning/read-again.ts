import { kinds } from "../../kinds/kinds.ts";
import { organizationOf } from "../../model/address.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import type { Live } from "../../model/live.ts";
import { neededBy } from "../../planner/snapshot.ts";
import { readNeeding } from "../../project/read-referrers.ts";
import type { Reader } from "../../refresh/read-live.ts";
import { readObserved } from "../../refresh/read-observed.ts";

/** Reads again what a saved plan rests on, whatever the manifests say by now, and however much there is by now. */
export async function readAgain(saved: PlanDocument, reader: Reader): Promise<Live> {
  const { observed = {}, organizations } = saved;
  const knowing = Object.entries(observed).filter(([, { fields }]) => fields[neededBy] !== undefined);
  const known = new Set(knowing.map(([address]) => organizationOf(address)));
  const live = await readObserved(observed, organizations, kinds, reader);
  return readNeeding(saved, live, reader, (organization) => known.has(organization));
}
