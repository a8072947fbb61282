import type { Report } from "../check/report.ts";
import type { KindIndex } from "../load/kind-slots.ts";
import type { Allowance } from "./allowance.ts";
import type { Removal } from "./removal.ts";

/** What composing manifests needs everywhere. */
export interface Composing {
  readonly index: KindIndex;
  readonly report: Report;
  readonly allowance: Allowance;
  /** What overlays take out, as it is found. */
  readonly removals: Removal[];
}
