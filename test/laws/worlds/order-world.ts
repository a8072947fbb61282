import fc from "fast-check";

/** A space; its number is its name. Each collection also holds a space that never moves, so that all places are seen. */
interface Leaf {
  /** Where it stands, and shall stand: the number of a collection, or none for the root. */
  readonly from: number;
  readonly to: number;
  /** The change of it. A copy does not exist yet. */
  readonly fate: "stays" | "goes" | "returns";
  readonly isRetitled: boolean;
  readonly rankBefore: number;
  readonly rank: number;
}

/** Spaces in collections at the root of an organization, with an order everywhere: the calls can be counted. */
export interface OrderWorld {
  readonly collections: readonly { readonly isRetitled: boolean; readonly rank: number }[];
  readonly leaves: readonly Leaf[];
  /** Copies of the space that stays in a collection, by the collection, and where they shall stand. */
  readonly copies: readonly { readonly of: number; readonly to: number; readonly rank: number }[];
  readonly newCollections: readonly { readonly rank: number }[];
}

const number = fc.nat(99);

export const orderWorld: fc.Arbitrary<OrderWorld> = fc.record({
  collections: fc.array(fc.record({ isRetitled: fc.boolean(), rank: number }), {
    minLength: 1,
    maxLength: 3,
  }),
  leaves: fc.array(
    fc.record({
      from: number,
      to: number,
      fate: fc.constantFrom("stays", "stays", "stays", "stays", "goes", "returns"),
      isRetitled: fc.integer({ min: 0, max: 3 }).map((one) => one === 0),
      rankBefore: number,
      rank: number,
    }) as fc.Arbitrary<Leaf>,
    { maxLength: 5 },
  ),
  copies: fc.array(fc.record({ of: number, to: number, rank: number }), { maxLength: 2 }),
  newCollections: fc.array(fc.record({ rank: number }), { maxLength: 1 }),
});

/** A name in a list, with what decides where it stands. */
interface Placed {
  readonly mark: "space" | "collection";
  readonly name: string;
  readonly rank: number;
}

/** None for the root. */
function containerOf(world: OrderWorld, drawn: number): string | undefined {
  return [undefined, ...world.collections.keys()].map((at) => (at === undefined ? undefined : `k${at}`))[
    drawn % (world.collections.length + 1)
  ];
}

function copyContainer(world: OrderWorld, { of }: { readonly of: number }): string {
  return `k${of % world.collections.length}`;
}

function isThere({ fate }: Leaf): boolean {
  return fate !== "returns";
}

function isWanted({ fate }: Leaf): boolean {
  return fate === "stays" || fate === "returns";
}

const sorted = (items: readonly Placed[]): readonly Placed[] =>
  [...items].sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));

/** The items of a container now, in its order: the spaces that never move come first. */
function before(world: OrderWorld, container: string | undefined): readonly Placed[] {
  const spaces = world.leaves.flatMap((leaf, at): Placed[] =>
    isThere(leaf) && containerOf(world, leaf.from) === container
      ? [{ mark: "space", name: `l${at}`, rank: leaf.rankBefore }]
      : [],
  );
  if (container !== undefined)
    return [{ mark: "space", name: `stay-${container}`, rank: -1 }, ...sorted(spaces)];
  // The platform lists collections before spaces at the root of a seed.
  const containers = [...world.collections.keys()].map(
    (at): Placed => ({ mark: "collection", name: `k${at}`, rank: -1 }),
  );
  return [...containers, ...sorted(spaces)];
}

/** The wanted items of a container, in its order. */
function after(world: OrderWorld, container: string | undefined): readonly Placed[] {
  const spaces = world.leaves.flatMap((leaf, at): Placed[] =>
    isWanted(leaf) && containerOf(world, leaf.to) === container
      ? [{ mark: "space", name: `l${at}`, rank: leaf.rank }]
      : [],
  );
  const copies = world.copies.flatMap((copy, at): Placed[] =>
    containerOf(world, copy.to) === container ? [{ mark: "space", name: `copy${at}`, rank: copy.rank }] : [],
  );
  const here = [...spaces, ...copies];
  if (container !== undefined)
    return sorted([{ mark: "space", name: `stay-${container}`, rank: 50 }, ...here]);
  const containers = world.collections.map(
    ({ rank }, at): Placed => ({ mark: "collection", name: `k${at}`, rank }),
  );
  return sorted([...containers, ...here]);
}

/** The organization as a seed of the platform. */
export function seedOfOrder(world: OrderWorld): object {
  const containers = [...world.collections.keys()].map((at) => `k${at}`);
  const inOrder = [undefined, ...containers].flatMap((container) =>
    before(world, container).flatMap(({ mark, name }) =>
      mark === "space"
        ? [{ id: `sp_${name}`, title: `Leaf ${name}`, ...(container && { collection: `col_${container}` }) }]
        : [],
    ),
  );
  const deleted = world.leaves.flatMap(({ fate }, at) =>
    fate === "returns" ? [{ id: `sp_l${at}`, title: `Leaf l${at}`, deletedAt: "2025-12-31T00:00:00Z" }] : [],
  );
  return {
    organizations: [
      {
        id: "org_acme",
        title: "Acme",
        collections: containers.map((container) => ({
          id: `col_${container}`,
          title: `Container ${container}`,
          order: before(world, container).map(({ name }) => `sp_${name}`),
        })),
        spaces: [...inOrder, ...deleted],
      },
      { id: "org_globex", title: "Globex" },
    ],
  };
}

/** The manifest that says every place. */
export function manifestOfOrder(world: OrderWorld): Readonly<Record<string, unknown>> {
  const orderIn = (container: string | undefined): readonly object[] =>
    after(world, container).map(({ mark, name }) => ({ [mark]: name }));
  const containers = world.collections.map(({ isRetitled }, at) => {
    const title = `${isRetitled ? "Renamed " : ""}Container k${at}`;
    return [`k${at}`, { id: `col_k${at}`, title, order: orderIn(`k${at}`) }];
  });
  const staying = world.collections.map((_, at) => [`stay-k${at}`, { title: `Leaf stay-k${at}` }]);
  const leaves = world.leaves.map(({ fate, isRetitled }, at) => {
    const own = { id: `sp_l${at}`, title: `${isRetitled ? "Renamed " : ""}Leaf l${at}` };
    if (fate === "goes") return [`l${at}`, { ...own, absent: true }];
    return [`l${at}`, own];
  });
  const copies = world.copies.map((copy, at) => [
    `copy${at}`,
    { title: `Copy ${at}`, duplicateFrom: `stay-${copyContainer(world, copy)}` },
  ]);
  return {
    organization: "acme",
    order: orderIn(undefined),
    collections: Object.fromEntries(containers),
    spaces: Object.fromEntries([...staying, ...leaves, ...copies]),
  };
}

/**
 * Fewest calls, by arithmetic of its own: one for each that goes, comes back or is copied; one update for each
 * title that differs (a copy has another one); one move for each that is in another container; and in each list n − LIS
 * moves of those that stood there, with the copies at the end, in the order wanted.
 */
export function callsForOrder(world: OrderWorld): number {
  const { collections, leaves, copies } = world;
  const titles =
    collections.filter(({ isRetitled }) => isRetitled).length +
    leaves.filter((leaf) => isWanted(leaf) && leaf.isRetitled).length +
    copies.length;
  const acts = leaves.filter(({ fate }) => fate !== "stays").length + copies.length;
  const containers = [undefined, ...collections.keys()].map((at) =>
    at === undefined ? undefined : `k${at}`,
  );
  const moves = containers.map((container) => movesIn(world, container));
  return titles + acts + moves.reduce((sum, one) => sum + one, 0);
}

function movesIn(world: OrderWorld, container: string | undefined): number {
  const wanted = after(world, container).map(({ name }) => name);
  const stood = before(world, container).map(({ name }) => name);
  const created = wanted.filter((name) => isCreatedIn(world, name, container));
  const places = [...stood, ...created];
  const kept = wanted.filter((name) => places.includes(name)).map((name) => places.indexOf(name));
  return wanted.length - longestIncreasing(kept);
}

/** Does it come into being in this list? A copy does beside its original, and what returns where the platform says. */
function isCreatedIn(world: OrderWorld, name: string, container: string | undefined): boolean {
  const copy = /^copy(\d+)$/.exec(name)?.[1];
  if (copy !== undefined) {
    const drawn = world.copies[Number(copy)];
    return drawn !== undefined && copyContainer(world, drawn) === container;
  }
  const leaf = /^l(\d+)$/.exec(name)?.[1];
  return world.leaves[Number(leaf)]?.fate === "returns" && container === undefined;
}

/** Length of a longest increasing subsequence, the slow and obvious way. */
export function longestIncreasing(places: readonly number[]): number {
  const lengths: number[] = [];
  places.forEach((place, index) => {
    const shorter = lengths.filter((_, at) => (places[at] ?? 0) < place);
    lengths[index] = 1 + Math.max(0, ...shorter);
  });
  return Math.max(0, ...lengths);
}
