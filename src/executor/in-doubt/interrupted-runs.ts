import { type Address, organizationOf } from "../../model/address.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind } from "../../model/kind.ts";
import { apiName, type KindIndex, keyFields } from "../../model/kind-index.ts";
import { keyAt, type Live, type LiveResource, liveKey } from "../../model/live.ts";
import { liveValue, namesOf, normalized } from "../../planner/match/identity.ts";
import { type LastApply, type RecordedResource, sealsOf } from "../../planner/match/last-apply.ts";
import { equalJson, isObject, type Json } from "../../text/json.ts";

/** A create that may or may not have been carried out. */
export interface LostCreate {
  readonly address: Address;
  readonly kind: string;
  readonly operation: string;
  readonly params: Readonly<Record<string, Json>>;
  readonly body: Json | undefined;
}

/** What the journal of a run knows that no record says. */
export interface Unrecorded {
  /** What calls made whose answers are known, of a run that was broken off before it wrote a record. */
  readonly made: ReadonlyMap<Address, MadeOne>;
  /** Keys of all that is known to be made by something else. */
  readonly taken: ReadonlySet<string>;
  readonly lost: readonly LostCreate[];
  /** What it made something in, or may have, as it found it. */
  readonly holders: ReadonlyMap<Address, MadeOne>;
  /** What there was at the addresses that the run changed, as it found it. */
  readonly found: ReadonlyMap<Address, MadeOne>;
  /** Ids that there were of a kind before, by organization and kind. */
  readonly there: ReadonlyMap<string, ReadonlySet<string>>;
  /** Names that originals of copies had, by kind and id. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

/** What stands at an address. */
export interface MadeOne {
  readonly kind: string;
  readonly id: string;
}

/**
 * What runs made, the oldest first: what answers say, and what their lost creates made, as far as it can be told.
 * What a later run made of an address counts, and what it took for it.
 */
export function madeBy(
  runs: readonly Unrecorded[],
  live: Live,
  kinds: KindIndex,
): ReadonlyMap<Address, MadeOne> {
  const { known, lost } = toldBy(runs);
  return new Map([...known, ...foundOf(lost, { runs, live, kinds })]);
}

/** Lost creates that can have made nothing of what was read: they were not carried out, or that is too old to have it. */
export function unfoundBy(runs: readonly Unrecorded[], live: Live, kinds: KindIndex): readonly LostCreate[] {
  return toldBy(runs).lost.filter((one) => fittingOf(one, { runs, live, kinds }).length === 0);
}

/** What runs say by themselves of the addresses at which they made something, and the lost creates of the others. */
function toldBy(runs: readonly Unrecorded[]): {
  readonly known: ReadonlyMap<Address, MadeOne>;
  readonly lost: readonly Lost[];
} {
  const known = new Map<Address, MadeOne>();
  const lost = new Map<Address, Lost[]>();
  for (const [index, run] of runs.entries()) {
    for (const [address, one] of run.found) if (lost.delete(address)) known.set(address, one);
    for (const [address, one] of run.made) {
      lost.delete(address);
      known.set(address, one);
    }
    for (const one of run.lost) addTo(lost, one.address, { ...one, index });
  }
  return { known, lost: [...lost.values()].flat() };
}

/**
 * What runs made something in: whoever calls it otherwise since, what they made stands there, and is not to be made again
 * in another one of the old name. What the record knows already stays as it says.
 */
export function holdersOf(
  runs: readonly Unrecorded[],
  last: LastApply | undefined,
): ReadonlyMap<Address, MadeOne> {
  const keyOf = ([address, { kind, id }]: readonly [Address, MadeOne]): string =>
    keyAt({ address, kind, id });
  const known = new Set([...(last?.resources ?? [])].map(keyOf));
  const all = runs.flatMap(({ holders }) => [...holders]);
  return new Map(all.filter((one) => !known.has(keyOf(one))));
}

/** The record with what a run made that did not get to write it. What the record says already stays. */
export function withMade(
  last: LastApply | undefined,
  made: ReadonlyMap<Address, MadeOne>,
  live: Live,
  kinds: KindIndex,
  hashes: Pick<LastApply, "hash" | "seal">,
): LastApply {
  const { hash, seal } = last ?? hashes;
  const now = new Map(live.resources.map((one) => [liveKey(one), one]));
  const entries = [...made].flatMap(([address, { kind, id }]): [Address, RecordedResource][] => {
    const one = now.get(keyAt({ address, kind, id }));
    if (one === undefined) return [];
    // Its call made it: whatever it is called by now, that is what it is.
    const names = namesOf(kinds.get(kind), one);
    return [[address, { kind, id, ...sealsOf(seal, address, { kind, id, names }), unverifiable: {} }]];
  });
  return { hash, seal, resources: new Map([...(last?.resources ?? []), ...entries]) };
}

/** A lost create, and which of the runs sent it. */
interface Lost extends LostCreate {
  readonly index: number;
}

/** Where lost creates are looked for. */
interface Search {
  readonly runs: readonly Unrecorded[];
  readonly live: Live;
  readonly kinds: KindIndex;
}

/**
 * What lost creates made, as far as it can be told: the one object that was not there before, that no other call
 * made, and that fits what was sent. With several, nobody can tell, and the natural keys decide as ever.
 *
 * A run waits until the calls of those before it are carried out, so what they made was there when it looked. Only
 * what nobody else can have made is theirs if it came later than that.
 */
function foundOf(lost: readonly Lost[], search: Search): ReadonlyMap<Address, MadeOne> {
  const candidates = lost.map((one) => ({ lost: one, fitting: fittingOf(one, search) }));
  const among = (all: readonly Candidates[], canBe: (one: Lost, other: LiveResource) => boolean) =>
    toldApart(
      all.map(({ lost: one, fitting }) => ({
        lost: one,
        fitting: likest(
          one,
          fitting.filter((other) => canBe(one, other)),
          search,
        ),
      })),
    );
  const inTime = among(candidates, (one, { id }) => thereAfter(one, search)?.has(id) !== false);
  const taken = new Set([...inTime].map(([address, one]) => keyAt({ address, ...one })));
  const rest = candidates.filter(({ lost: { address } }) => !inTime.has(address));
  const later = among(rest, (_, other) => !taken.has(liveKey(other)));
  return new Map([...inTime, ...later]);
}

/** A lost create, and what it can have made. */
interface Candidates {
  readonly lost: Lost;
  readonly fitting: readonly LiveResource[];
}

/** The creates that can have made one object only, which those of no other address can have made. */
function toldApart(candidates: readonly Candidates[]): ReadonlyMap<Address, MadeOne> {
  return new Map(
    candidates.flatMap(({ lost: { address, kind }, fitting: [only, ...others] }) => {
      if (only === undefined || others.length > 0) return [];
      // A create that was sent again, since it was seen that it was not carried out, does not contest itself.
      const isContested = candidates.some(
        (one) => one.lost.address !== address && one.fitting.includes(only),
      );
      return isContested ? [] : [[address, { kind, id: only.id }] as const];
    }),
  );
}

/** All that a lost create can have made, whenever that came. */
function fittingOf(lost: Lost, { runs, live, kinds }: Search): readonly LiveResource[] {
  const kind = kinds.get(lost.kind);
  const there = runs[lost.index]?.there.get(placeOf(lost));
  const isTaken = (one: LiveResource): boolean => runs.some(({ taken }) => taken.has(liveKey(one)));
  const news = live.resources.filter(
    (one) =>
      one.kind === kind.name &&
      one.organization === organizationOf(lost.address) &&
      there?.has(one.id) === false &&
      !isTaken(one),
  );
  if (!isCopy(kind, lost)) return news.filter((one) => fits(kind, one, lost));
  // The platform may call a copy another way than it is taken for (A16), but hardly without the name of its original.
  const names = namesOfOriginal(kind, lost, { runs, live });
  return news.filter(({ answer }) => names.some((name) => kind.label(answer).startsWith(name)));
}

/** Of what a copy can be, what is called as the platform calls copies (A16), if anything is; of all else, all. */
function likest(
  lost: Lost,
  fitting: readonly LiveResource[],
  { runs, live, kinds }: Search,
): readonly LiveResource[] {
  const kind = kinds.get(lost.kind);
  if (fitting.length < 2 || !isCopy(kind, lost)) return fitting;
  const names = namesOfOriginal(kind, lost, { runs, live }).map((name) => kind.tree?.copyName?.(name));
  const called = fitting.filter(({ answer }) => names.includes(kind.label(answer)));
  return called.length > 0 ? called : fitting;
}

function isCopy(kind: Kind, { operation }: LostCreate): boolean {
  return operation === kind.tree?.copy?.name;
}

/** What the original of a copy was called, as far as runs saw it, and is now. */
function namesOfOriginal(
  kind: Kind,
  { params }: LostCreate,
  { runs, live }: Pick<Search, "runs" | "live">,
): readonly string[] {
  const id = params[kind.idParam];
  const names = runs.flatMap((run) => run.names.get(`${kind.name} ${String(id)}`) ?? []);
  const original = live.resources.find((one) => one.kind === kind.name && one.id === id);
  return original === undefined ? names : [...names, kind.label(original.answer)];
}

/** What there was when the next run looked; undefined when none did. */
function thereAfter(lost: Lost, { runs }: Search): ReadonlySet<string> | undefined {
  const later = runs.slice(lost.index + 1);
  return later.map(({ there }) => there.get(placeOf(lost))).find((there) => there !== undefined);
}

/** The key of what there was where a create makes something. */
function placeOf({ address, kind }: LostCreate): string {
  return `${organizationOf(address)} ${kind}`;
}

/** Can a live object be what a call made? By its natural keys, as far as they were sent. */
function fits(kind: Kind, one: LiveResource, { params, body }: LostCreate): boolean {
  if (Object.entries(params).some(([name, value]) => !isAt(name, value, one))) return false;
  const sent = isObject(body) ? body : {};
  return keyFields(kind).every((name) => {
    const field = kind.fields[name];
    const value = field === undefined ? undefined : sent[apiName(name, field)];
    if (field === undefined || value === undefined || value === null) return true;
    if (isObject(value) && value.$sensitive !== undefined) return true;
    return equalJson(liveValue(kind, name, one) ?? null, normalized(field, value));
  });
}

/** Does it stand in what the path of the call names? The organization is compared elsewhere. */
function isAt(name: string, value: Json, { parentId }: LiveResource): boolean {
  return name === "organizationId" || parentId === undefined || parentId === value;
}
