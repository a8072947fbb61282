import { bounded } from "./bounded.ts";
import { converge, untouched } from "./converge.ts";
import { honestReport } from "./honest-report.ts";
import { inFlight } from "./in-flight.ts";
import { interrupted } from "./interrupted.ts";
import type { Invariant } from "./invariant.ts";
import { journalValid } from "./journal-valid.ts";
import { locked } from "./locked.ts";
import { noBlindDelete } from "./no-blind-delete.ts";
import { noDuplicates } from "./no-duplicates.ts";
import { noSecret } from "./no-secret.ts";
import { nothingUnplanned } from "./nothing-unplanned.ts";
import { oneMail } from "./one-mail.ts";
import { order } from "./order.ts";
import { stateKept } from "./state-kept.ts";
import { stateLocked } from "./state-locked.ts";
import { statePassing } from "./state-passing.ts";
import { statePublished } from "./state-published.ts";
import { undone } from "./undone.ts";

/** All that holds after every run, whatever goes wrong. */
export const invariants: readonly Invariant[] = [
  converge,
  noDuplicates,
  oneMail,
  nothingUnplanned,
  noBlindDelete,
  honestReport,
  order,
  bounded,
  inFlight,
  noSecret,
  untouched,
  journalValid,
  locked,
  interrupted,
  undone,
  stateKept,
  stateLocked,
  statePublished,
  statePassing,
];
