import type { TreeAct } from "./tree-order.ts";

/** Place of each thing in what it stands in, from 1. */
export type Places = ReadonlyMap<string, number>;

/** Places as the lists have them. */
export function placesNow(current: ReadonlyMap<string, readonly string[]>): Places {
  return new Map([...current.values()].flatMap((names) => names.map((name, at) => [name, at + 1] as const)));
}

/** Places once the acts are done and what leaves is gone. Linear, also for a list in which everything moves. */
export function placesAfter(
  current: ReadonlyMap<string, readonly string[]>,
  acts: readonly TreeAct[],
  isGone: (name: string) => boolean,
): Places {
  const links = new Links();
  for (const [container, names] of current) for (const name of names) links.append(container, name);
  for (const act of acts) {
    links.take(act.item);
    const anchor = act.type === "move" ? act.anchor : undefined;
    if (anchor === undefined) links.append(act.container, act.item);
    else if (anchor.side === "after") links.putAfter(anchor.sibling, act.item);
    else links.putBefore(anchor.sibling, act.item);
  }
  const containers = new Set([...current.keys(), ...acts.map(({ container }) => container)]);
  return new Map(
    [...containers].flatMap((container) =>
      links
        .list(container)
        .filter((name) => !isGone(name))
        .map((name, at) => [name, at + 1] as const),
    ),
  );
}

/** Lists in which each item knows its neighbours; a list begins and ends with marks of its own. */
class Links {
  readonly #next = new Map<string, string>();
  readonly #previous = new Map<string, string>();

  append(container: string, name: string): void {
    this.#open(container);
    this.putBefore(`> ${container}`, name);
  }

  putAfter(sibling: string, name: string): void {
    const next = this.#next.get(sibling);
    if (next === undefined) return;
    this.#link(sibling, name);
    this.#link(name, next);
  }

  putBefore(sibling: string, name: string): void {
    const previous = this.#previous.get(sibling);
    if (previous !== undefined) this.putAfter(previous, name);
  }

  take(name: string): void {
    const [previous, next] = [this.#previous.get(name), this.#next.get(name)];
    if (previous !== undefined && next !== undefined) this.#link(previous, next);
  }

  list(container: string): readonly string[] {
    const names: string[] = [];
    for (let at = this.#next.get(`< ${container}`); at !== undefined; at = this.#next.get(at)) names.push(at);
    return names.slice(0, -1);
  }

  #open(container: string): void {
    if (!this.#next.has(`< ${container}`)) this.#link(`< ${container}`, `> ${container}`);
  }

  #link(before: string, after: string): void {
    this.#next.set(before, after);
    this.#previous.set(after, before);
  }
}
