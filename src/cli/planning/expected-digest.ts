import { error } from "../../model/diagnostic.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { exitCode, Stop } from "../../model/stop.ts";

/** Characters of a digest that `--expect` needs at least. */
const shortestDigest = 16;

/** Addresses that a message names before it counts. */
const mostNames = 10;

/** The command that shows what is reviewed, as it is typed; can that be saved, to be run as it is? */
export interface Showing {
  readonly shownBy: string;
  readonly canBeSaved: boolean;
}

/** Throws `Stop` with exit code 4 when what would be done has another digest than what was reviewed. */
export function checkDigest(
  { digest, steps }: PlanDocument,
  expected: string | undefined,
  { shownBy, canBeSaved }: Showing,
): void {
  if (expected === undefined) return;
  if (expected.length < shortestDigest || !/^[0-9a-f]+$/.test(expected)) {
    const message = `--expect takes at least ${shortestDigest} hexadecimal characters of a digest`;
    throw new Stop([error("DF5001", message, { hint: `copy it from the line "Digest" of ${shownBy}` })]);
  }
  if (digest.startsWith(expected)) return;
  const addresses = [...new Set(steps.map(({ address }) => address))];
  const more = addresses.length > mostNames ? ` and ${addresses.length - mostNames} more` : "";
  const does =
    addresses.length === 0
      ? "it makes no call"
      : `it makes calls for ${addresses.slice(0, mostNames).join(", ")}${more}`;
  const message = `the plan has the digest ${digest.slice(0, shortestDigest)}…, not the one that was reviewed; ${does}`;
  const saved = "; a plan saved with --out stays good while what it rests on does";
  const hint = `run ${shownBy} again and review what it shows${canBeSaved ? saved : ""}`;
  throw new Stop([error("DF3006", message, { hint })], undefined, exitCode.stale);
}
