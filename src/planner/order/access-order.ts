import { type Address, ownersOf } from "../../model/address.ts";
import { addTo } from "../../model/group-by.ts";
import type { Kind, RiskInput } from "../../model/kind.ts";
import { apiName } from "../../model/kind-index.ts";
import type { LiveResource } from "../../model/live.ts";
import type { FieldDiff } from "../diff/field-diff.ts";
import type { Draft } from "../draft.ts";
import { liveValue } from "../match/identity.ts";

/** Calls with what they wait for. */
export interface InAudienceOrder {
  readonly drafts: readonly Draft[];
  /** Of that, what counts only in a plan that has both calls: nobody who asks for one asks for the other. */
  readonly loose: readonly Wait[];
}

/** What waits, and for what: keys of calls. */
type Wait = readonly [key: string, source: string];

/**
 * What narrows who can open something comes before what brings something new there, and what widens it comes after
 * what takes something off: were the call between refused, people would see what they shall not. Where a call has to wait
 * for the other, as the update that names a new default does, that order gives way. `sorted` are the same calls in an order
 * that works.
 */
export function withAudience(drafts: readonly Draft[], sorted: readonly Draft[]): InAudienceOrder {
  const scopes = scopesOf(sorted);
  if (scopes.size === 0) return { drafts, loose: [] };
  const waits = new Waits(sorted);
  for (const { narrows, content } of scopes.values())
    for (const key of narrows) waits.put(key, "before", content);
  for (const { widens, takes } of scopes.values()) for (const key of widens) waits.put(key, "after", takes);
  return waits.settled(drafts);
}

/** Keys of the calls that matter to who can open an address. */
interface Scope {
  /** Calls of its own that narrow and widen it. */
  readonly narrows: string[];
  readonly widens: string[];
  /** Calls that bring something to see here, and those after which it shows less, or to fewer people. */
  readonly content: string[];
  readonly takes: string[];
}

function scopesOf(drafts: readonly Draft[]): ReadonlyMap<Address, Scope> {
  const scopes = new Map<Address, Scope>();
  for (const { key, address, narrows, widens } of drafts) {
    if (narrows === undefined && widens === undefined) continue;
    const scope = scopes.get(address) ?? { narrows: [], widens: [], content: [], takes: [] };
    scopes.set(address, scope);
    (narrows === true ? scope.narrows : scope.widens).push(key);
  }
  if (scopes.size === 0) return scopes;
  for (const draft of drafts) {
    for (const owner of ownersOf(draft.address)) {
      const scope = scopes.get(owner);
      if (isContent(draft)) scope?.content.push(draft.key);
      if (takesOff(draft) || (isContent(draft) && owner === draft.address)) scope?.takes.push(draft.key);
    }
  }
  return scopes;
}

/** Is there something else to see afterwards? What is processed is a new content of what is there. */
function isContent({ brings, wait }: Draft): boolean {
  return brings === true || wait !== undefined;
}

/** Does less show afterwards, or to fewer people? What shows another space lets go of the one before. */
function takesOff({ deletes, releases, narrows }: Draft): boolean {
  return deletes !== undefined || releases !== undefined || narrows === true;
}

/**
 * What waits for what, to which nothing is added that would make a circle. What agrees with an order of the calls makes none;
 * only for the rest, which is little, it is asked what leads where.
 */
class Waits {
  readonly #before: Map<string, string[]>;
  readonly #users = new Map<string, string[]>();
  readonly #places: ReadonlyMap<string, number>;
  readonly #left: (() => void)[] = [];
  readonly #added: Wait[] = [];

  constructor(sorted: readonly Draft[]) {
    this.#before = new Map(sorted.map(({ key, after }) => [key, [...after]]));
    this.#places = new Map(sorted.map(({ key }, place) => [key, place]));
    for (const { key, after } of sorted) for (const source of after) addTo(this.#users, source, key);
  }

  /** Puts a call before others, or after them. */
  put(one: string, side: "before" | "after", others: readonly string[]): void {
    const [behind, ahead] = side === "before" ? [this.#users, this.#before] : [this.#before, this.#users];
    const waitWith = (other: string): Wait => (side === "before" ? [other, one] : [one, other]);
    const given = new Set(behind.get(one)).add(one);
    const against = others.filter((other) => !given.has(other) && !this.#agrees(waitWith(other)));
    if (against.length === 0) return;
    this.#left.push(() => {
      const inTheWay = reached(ahead, one);
      for (const other of against) if (!inTheWay.has(other)) this.#wait(waitWith(other));
    });
  }

  /** The calls with all that they wait for by now. */
  settled(drafts: readonly Draft[]): InAudienceOrder {
    for (const settle of this.#left) settle();
    const waiting = drafts.map((draft) => ({ ...draft, after: this.#before.get(draft.key) ?? draft.after }));
    return { drafts: waiting, loose: this.#added };
  }

  #agrees([key, source]: Wait): boolean {
    const agrees = (this.#places.get(source) ?? 0) < (this.#places.get(key) ?? 0);
    if (agrees) this.#wait([key, source]);
    return agrees;
  }

  #wait([key, source]: Wait): void {
    this.#added.push([key, source]);
    addTo(this.#before, key, source);
    addTo(this.#users, source, key);
  }
}

/** A call, with all that it leads to. */
function reached(next: ReadonlyMap<string, readonly string[]>, from: string): ReadonlySet<string> {
  const seen = new Set([from]);
  for (const key of seen) for (const other of next.get(key) ?? []) seen.add(other);
  return seen;
}

/**
 * What an update does to who can open something, and whether it shows something else there. A call that narrows brings
 * nothing, whatever else it carries: nothing shall keep it waiting.
 */
export function audienceOf(
  kind: Kind,
  sent: readonly FieldDiff[],
  live: LiveResource | undefined,
): Pick<Draft, "narrows" | "widens" | "brings"> {
  if (sent.some((diff) => isNarrowedBy(kind, diff, live))) return { narrows: true };
  const after = Object.fromEntries(sent.map(({ name, value }) => [name, value]));
  const widens = live !== undefined && isExposedBy(kind, { action: "update", before: live.answer, after });
  const brings = widens || sent.some(({ field }) => field.refersTo !== undefined);
  return { ...(widens ? { widens } : {}), ...(brings ? { brings } : {}) };
}

/** A field narrows what the way back would expose. */
function isNarrowedBy(kind: Kind, { name, field, value }: FieldDiff, live: LiveResource | undefined) {
  const former =
    (live === undefined ? undefined : liveValue(kind, name, live)) ?? field.initial ?? field.whenNew;
  const before = { ...live?.answer, [apiName(name, field)]: value };
  return isExposedBy(kind, { action: "update", before, after: { [name]: former ?? null } });
}

function isExposedBy(kind: Kind, change: RiskInput): boolean {
  return kind.risks?.(change).some(({ exposes }) => exposes === true) === true;
}
