import { kindsOf } from "../kinds/kinds-of.ts";
import { type Address, organizationOf } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { groupBy } from "../model/group-by.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../model/live.ts";
import { Stop } from "../model/stop.ts";
import type { LastApply, RecordedResource } from "../planner/match/recorded-ids.ts";
import { inDoubtIn, type Journal } from "../state/journal.ts";
import type { LineOf } from "../state/journal-line.ts";
import type { Created } from "../undo/created-objects.ts";

/** Copies are made in the same way in each edition. */
const kinds = kindsOf("reference");

/** A copy that may have been created. The platform chooses its name until docform sets the title (A16). */
export interface LostCopy {
  readonly address: Address;
  readonly kind: string;
  readonly original: string;
  /** The names of the original before the run, which may have renamed it. */
  readonly wasCalled: readonly string[];
  /** Ids of all there were of the kind before. */
  readonly before: ReadonlySet<string>;
}

/** The copies of a run whose answer was lost. */
export function lostCopiesIn(journal: Journal): readonly LostCopy[] {
  return inDoubtIn(journal).flatMap((one) => copyBy(one, journal));
}

function copyBy({ address, operation, params }: LineOf<"intent">, { there }: Journal): readonly LostCopy[] {
  const kind = kinds.all.find(({ tree }) => tree?.copy?.name === operation);
  if (kind === undefined) return [];
  const ofKind = there.filter(
    (one) => one.kind === kind.name && one.organization === organizationOf(address),
  );
  const before = new Set(ofKind.flatMap(({ ids }) => ids));
  const original = String(params[kind.idParam]);
  const wasCalled = ofKind.flatMap(({ names = {} }) => names[original] ?? []);
  return [{ address, kind: kind.name, original, wasCalled, before }];
}

/** The recorded facts, with the lost copies that are found. Throws `Stop` when one of them cannot be told from others. */
export function withFoundCopies(
  last: LastApply | undefined,
  lost: readonly LostCopy[],
  { desired, live }: { readonly desired: Desired; readonly live: Live },
  hashes: Pick<LastApply, "hash" | "seal">,
): LastApply | undefined {
  const resources = [...(last?.resources ?? [])];
  const now = new Set(live.resources.map(liveKey));
  const there = new Map(
    resources.map(([address, { kind, id }]) => [address, keyAt({ address, kind, id })] as const),
  );
  const known = new Set([...there.values()].filter((key) => now.has(key)));
  const missing = lost.filter(({ address }) => !known.has(there.get(address) ?? ""));
  const copies = groupBy(missing, ({ kind, original }) => `${kind} ${original}`);
  const found = [...copies.values()].flatMap((some) => foundCopies(some, known, desired, live));
  if (found.length === 0) return last;
  const entries = found.map(({ address, kind, id }): [Address, RecordedResource] => [
    address,
    { kind, id, unverifiable: {} },
  ]);
  return { ...hashes, ...last, resources: new Map([...resources, ...entries]) };
}

/**
 * The candidates for lost copies of one original: new objects with the name of a copy that no other call
 * created. Copies of one original are alike, so any assignment is right. With more candidates than calls, a
 * person has to decide.
 */
function foundCopies(
  copies: readonly LostCopy[],
  known: ReadonlySet<string>,
  desired: Desired,
  live: Live,
): readonly Created[] {
  const [first] = copies;
  if (first === undefined) return [];
  const { kind: name, original, address, wasCalled, before } = first;
  const kind = kinds.get(name);
  const titleOf = ({ answer }: LiveResource): string => kind.label(answer);
  const all = live.resources.filter(
    (one) => one.kind === name && one.organization === organizationOf(address),
  );
  const called = [...wasCalled, ...all.filter(({ id }) => id === original).map(titleOf)];
  const names = called.map((one) => kind.tree?.copyName?.(one));
  const fitting = all.filter(
    (one) => !before.has(one.id) && !known.has(liveKey(one)) && names.includes(titleOf(one)),
  );
  const isOpen = (one: LostCopy): boolean =>
    desired.resources.some((resource) => resource.address === one.address && resource.id === undefined);
  const open = [...new Map(copies.filter(isOpen).map((one) => [one.address, one])).values()];
  if (open.length > 0 && fitting.length > open.length)
    throw new Stop(open.map((one) => whichCopy(one, fitting)));
  return open.flatMap((one, place) => {
    const id = fitting[place]?.id;
    return id === undefined ? [] : [{ address: one.address, kind: name, id }];
  });
}

function whichCopy({ address }: LostCopy, fitting: readonly LiveResource[]): Diagnostic {
  const ids = fitting.map(({ id }) => `"${id}"`).join(", ");
  const message = `${address}: the last run did not end, and it may have made one of these copies: ${ids}`;
  return error("DF3001", message, { hint: "write the id of the one that is meant into the manifest: id: …" });
}
