import { type Address, ownersOf } from "./address.ts";
import type { Draft } from "./draft.ts";
import { addTo } from "./group-by.ts";

/**
 * What narrows who can open something comes before what brings something new there, and what widens it comes after
 * what takes something off: were the call between refused, people would see what they shall not. Where a call has to wait
 * for the other, as the update that names a new default does, that order gives way. Waits for share links to close are loose:
 * who asks for what is new alone does not ask for their end. `sorted` are the same calls in an order that works.
 */
export function withAudience(drafts: readonly Draft[], sorted: readonly Draft[]): InAudienceOrder {
  const scopes = scopesOf(sorted);
  if (scopes.size === 0) return { drafts, loose: [] };
  const waits = new Waits(sorted);
  for (const { narrows, ways, content, access } of scopes.values()) {
    for (const key of narrows) waits.add([...content, ...access], key);
    const [first] = content;
    if (first === undefined || ways.length * content.length <= mostEdges)
      for (const key of ways) waits.add(content, key, "loose");
    else {
      waits.addAll(first, ways, "loose");
      waits.add(content.slice(1), first, "loose");
    }
  }
  for (const { widens, takes } of scopes.values()) for (const key of widens) waits.addAll(key, takes);
  const settled = waits.settled();
  return {
    drafts: drafts.map((draft) => ({ ...draft, after: settled.get(draft.key) ?? draft.after })),
    loose: waits.loose(sorted),
  };
}

/** Calls with what they wait for. */
export interface InAudienceOrder {
  readonly drafts: readonly Draft[];
  /** Of that, what counts only in a plan that has both calls: the key of the call, and that of the earlier one. */
  readonly loose: readonly Wait[];
}

/** For more, one call waits for all, and the others for that one: all for all would be quadratic. */
const mostEdges = 10_000;

/** Keys of the calls that matter to who can open an address. */
interface Scope {
  /** Calls of its own that narrow and widen it. */
  readonly narrows: string[];
  readonly widens: string[];
  /** Calls that close a way into it. */
  readonly ways: string[];
  /** Calls that bring more to see here, another way in, and those that take something off. */
  readonly content: string[];
  readonly access: string[];
  readonly takes: string[];
}

function scopesOf(drafts: readonly Draft[]): ReadonlyMap<Address, Scope> {
  const scopes = new Map<Address, Scope>();
  const scopeAt = (address: Address): Scope => {
    const scope = scopes.get(address) ?? noCalls();
    scopes.set(address, scope);
    return scope;
  };
  for (const { key, address, narrows, widens } of drafts) {
    if (narrows !== undefined) scopeAt(narrows)[narrows === address ? "narrows" : "ways"].push(key);
    if (widens === true) scopeAt(address).widens.push(key);
  }
  if (scopes.size === 0) return scopes;
  for (const draft of drafts) {
    for (const owner of ownersOf(draft.address)) {
      const scope = scopes.get(owner);
      if (draft.brings !== undefined) scope?.[draft.brings].push(draft.key);
      if (takesOff(draft)) scope?.takes.push(draft.key);
    }
  }
  return scopes;
}

function noCalls(): Scope {
  return { narrows: [], widens: [], ways: [], content: [], access: [], takes: [] };
}

/** Does less show afterwards, or to fewer people? What shows another space lets go of the one before. */
function takesOff({ deletes, releases, narrows }: Draft): boolean {
  return deletes !== undefined || releases !== undefined || narrows !== undefined;
}

/** What waits, and for what. */
type Wait = readonly [key: string, source: string];

/** Does a wait bring the earlier call along where only the later one is asked for? */
type Strength = "firm" | "loose";

/**
 * What waits for what, to which nothing is added that would make a circle. What agrees with an order of the calls makes none;
 * only for the rest, which is little, it is asked what leads where.
 */
class Waits {
  readonly #before: Map<string, string[]>;
  readonly #users = new Map<string, string[]>();
  readonly #places: ReadonlyMap<string, number>;
  readonly #left: (() => void)[] = [];
  readonly #added: Record<Strength, Wait[]> = { firm: [], loose: [] };

  constructor(sorted: readonly Draft[]) {
    this.#before = new Map(sorted.map(({ key, after }) => [key, [...after]]));
    this.#places = new Map(sorted.map(({ key }, place) => [key, place]));
    for (const { key, after } of sorted) for (const source of after) addTo(this.#users, source, key);
  }

  /** Lets some calls wait for one. */
  add(keys: readonly string[], source: string, strength: Strength = "firm"): void {
    const given = new Set(this.#before.get(source)).add(source);
    const against = keys.filter((key) => !given.has(key) && !this.#agrees(key, source, strength));
    if (against.length === 0) return;
    this.#left.push(() => {
      const earlier = reached(this.#before, source);
      for (const key of against) if (!earlier.has(key)) this.#wait(key, source, strength);
    });
  }

  /** Lets a call wait for some. */
  addAll(key: string, sources: readonly string[], strength: Strength = "firm"): void {
    const given = new Set(this.#users.get(key)).add(key);
    const against = sources.filter((source) => !given.has(source) && !this.#agrees(key, source, strength));
    if (against.length === 0) return;
    this.#left.push(() => {
      const later = reached(this.#users, key);
      for (const source of against) if (!later.has(source)) this.#wait(key, source, strength);
    });
  }

  /** All that each call waits for by now. */
  settled(): ReadonlyMap<string, readonly string[]> {
    for (const settle of this.#left) settle();
    return this.#before;
  }

  /** Those that are loose and nothing else; `given` are the calls without what was added. */
  loose(given: readonly Draft[]): readonly Wait[] {
    const nameOf = ([key, source]: Wait): string => `${key}\n${source}`;
    const waiting = new Set(this.#added.loose.map(([key]) => key));
    const firm = new Set(this.#added.firm.map(nameOf));
    for (const { key, after } of given)
      if (waiting.has(key)) for (const source of after) firm.add(nameOf([key, source]));
    return this.#added.loose.filter((wait) => !firm.has(nameOf(wait)));
  }

  #agrees(key: string, source: string, strength: Strength): boolean {
    const agrees = (this.#places.get(source) ?? 0) < (this.#places.get(key) ?? 0);
    if (agrees) this.#wait(key, source, strength);
    return agrees;
  }

  #wait(key: string, source: string, strength: Strength): void {
    this.#added[strength].push([key, source]);
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
