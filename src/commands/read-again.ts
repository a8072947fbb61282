import type { PlanDocument } from "../core/documents/plan-document.ts";
import type { Live } from "../core/live.ts";
import { kinds } from "../kinds/kinds.ts";
import type { Reader } from "../live/read-live.ts";
import { readObserved } from "../live/read-observed.ts";
import { readNeeding } from "./read-referrers.ts";

/** Reads again what a saved plan rests on, whatever the manifests say by now. */
export async function readAgain(saved: PlanDocument, reader: Reader): Promise<Live> {
  const { observed = {}, organizations } = saved;
  return readNeeding(saved, await readObserved(observed, organizations, kinds, reader), reader);
}
