import { type Address, ownersOf } from "../../model/address.ts";
import type { Change } from "../../model/documents/plan-document.ts";
import { keyAt } from "../../model/live.ts";
import { undeclaredEntries } from "../diff/undeclared-entries.ts";
import type { Protection, RecordedResource } from "../match/recorded-ids.ts";
import type { Planning } from "../state/planning.ts";
import { type Finding, findingAt, type GuardInput } from "./guard.ts";

/** A recorded object that is protected: it may be live, and its block has gone from the manifests. */
interface RecordedProtection {
  readonly address: Address;
  readonly entry: RecordedResource;
  readonly since: Protection;
}

/**
 * Finds the deletes of objects that the record protects. Example: `teams.docs` was applied with `protect: true`. Removing
 * its block does not remove the protection, so the delete of the team is held.
 */
export function recordedFindings(input: GuardInput): readonly Finding[] {
  const deletes = input.changes.filter(({ action }) => action === "delete");
  if (deletes.length === 0) return [];
  const byKey = new Map(deletes.map((change) => [keyAt(change), change]));
  const byAddress = addressesOf(input.planning, byKey);
  return recordedProtections(input).flatMap(({ address, entry, since }): readonly Finding[] => {
    const own = byKey.get(keyAt({ address, ...entry }));
    if (own !== undefined) return [finding(address, since, own, "deletes it")];
    const owner = ownersOf(address).find((one) => one !== address && byAddress.has(one));
    const outer = byAddress.get(owner ?? "");
    return outer === undefined ? [] : [finding(address, since, outer, `deletes ${owner}, which contains it`)];
  });
}

/** A change of an undeclared object goes by the id. The verdict is shown at it. */
function finding(address: Address, since: Protection, change: Change, what: string): Finding {
  const message = `${address} has been protected since ${sinceText(since)}, and this plan ${what}`;
  return findingAt(change, message, "put its block back with protect: false for one apply, then remove it");
}

/** A run without calls has no id: its time and commit stand for it. */
function sinceText({ at, run, commit }: Protection): string {
  if (run !== undefined) return `the run ${run} of ${at}`;
  return commit === undefined ? `the apply of ${at}` : `the apply of ${at}, commit ${commit.slice(0, 7)}`;
}

/** Deletes by the address of the change, and by the address that the record has for the object. */
function addressesOf(
  { lastApply }: Planning,
  byKey: ReadonlyMap<string, Change>,
): ReadonlyMap<Address, Change> {
  const found = new Map([...byKey.values()].map((change) => [change.address, change]));
  for (const [address, entry] of lastApply?.resources ?? []) {
    const change = byKey.get(keyAt({ address, ...entry }));
    if (change !== undefined) found.set(address, change);
  }
  return found;
}

/** The objects that only the record protects. */
function recordedProtections(
  given: Pick<GuardInput, "planning" | "declared">,
): readonly RecordedProtection[] {
  return undeclaredEntries(given).flatMap(({ address, entry }) =>
    entry.protected === undefined ? [] : [{ address, entry, since: entry.protected }],
  );
}
