import fc from "fast-check";

/** One collection or space, as it is and as it shall be. Its number is its name: `col_3`, `c3`, "Thing 3". */
export interface Thing {
  readonly isContainer: boolean;
  readonly isLive: boolean;
  readonly wanted: "undeclared" | "declared" | "absent";
  /** Which of the collections it may be in, now and afterwards; what is further outside has a lower number. */
  readonly from: number;
  readonly to: number;
  readonly outside: number;
  /** Is its place said, and by an order? */
  readonly says: boolean;
  readonly isNamed: boolean;
  readonly rank: number;
  readonly copyOf: number;
  readonly isRetitled: boolean;
}

/** A site of acme shows a space that is live: one that no manifest declares, or one that is to show nothing but an anchor. */
interface Shown {
  readonly space: number;
  readonly on: "undeclared" | "cleared";
}

/** The trees of two organizations. */
export interface TreeWorld {
  readonly things: readonly Thing[];
  readonly isExact: boolean;
  readonly shown: readonly Shown[];
}

const thing: fc.Arbitrary<Thing> = fc.record({
  isContainer: fc.boolean(),
  isLive: fc.integer({ min: 0, max: 3 }).map((one) => one > 0),
  wanted: fc.constantFrom("undeclared", "declared", "declared", "declared", "declared", "absent"),
  from: fc.nat(7),
  to: fc.nat(7),
  outside: fc.nat(99),
  says: fc.boolean(),
  isNamed: fc.boolean(),
  rank: fc.nat(99),
  copyOf: fc.nat(7),
  isRetitled: fc.boolean(),
});

const shown: fc.Arbitrary<readonly Shown[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.record({ space: fc.nat(6), on: fc.constantFrom<Shown["on"][]>("undeclared", "cleared") }),
      { minLength: 1, maxLength: 3 },
    ),
  },
);

export const treeWorld: fc.Arbitrary<TreeWorld> = fc.record({
  things: fc.array(thing, { minLength: 1, maxLength: 7 }),
  isExact: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
  shown,
});

/** Trees in which most is declared and ordered, in few lists: there most moves, and waits for most. */
export const denseTreeWorld: fc.Arbitrary<TreeWorld> = fc.record({
  things: fc.array(
    fc.tuple(thing, fc.nat(9), fc.nat(9), fc.nat(9), fc.nat(2), fc.nat(2)).map(
      ([drawn, container, named, declared, from, to]): Thing => ({
        ...drawn,
        isContainer: container < 6,
        isNamed: named < 8,
        wanted: declared < 6 ? "declared" : drawn.wanted,
        from,
        to,
      }),
    ),
    { minLength: 4, maxLength: 9 },
  ),
  isExact: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
  shown,
});

/** Id on the platform. */
export function idOf({ things }: TreeWorld, at: number): string {
  return `${things[at]?.isContainer === true ? "col" : "sp"}_${at}`;
}

/** The collection that a thing is in now; undefined at the root. */
export function containerNow({ things }: TreeWorld, at: number): number | undefined {
  const containers = [...things.keys()].filter(
    (one) => one < at && things[one]?.isContainer && things[one]?.isLive,
  );
  return [undefined, ...containers][(things[at]?.from ?? 0) % (containers.length + 1)];
}

/** Can others say that they are in it? */
function takes({ isContainer, isLive, wanted }: Thing): boolean {
  return isContainer && (wanted === "declared" || (wanted === "undeclared" && isLive));
}

/** The collection that a thing shall be in: one that is further outside; undefined at the root. */
export function containerThen({ things }: TreeWorld, at: number): number | undefined {
  const depth = (one: number): number => (things[one]?.outside ?? 0) * 10 + one;
  const containers = [...things.keys()].filter(
    (one) => takes(things[one] as Thing) && depth(one) < depth(at) && things[one] !== undefined,
  );
  return [undefined, ...containers][(things[at]?.to ?? 0) % (containers.length + 1)];
}

/** Is the place of a thing said at all? */
export function isPlaced(world: TreeWorld, at: number): boolean {
  const { wanted, says, isNamed, isLive } = world.things[at] as Thing;
  if (wanted === "declared") return says || isOrdered(world, at);
  return wanted === "undeclared" && isLive && isNamed && isOrdered(world, at);
}

/** Is it in an order: does what it shall be in have one? */
export function isOrdered(world: TreeWorld, at: number): boolean {
  const { wanted, isNamed, isLive } = world.things[at] as Thing;
  const container = containerThen(world, at);
  const canBeNamed = wanted === "declared" || (wanted === "undeclared" && isLive);
  return isNamed && canBeNamed && (container === undefined || world.things[container]?.wanted === "declared");
}

export function seedOfTrees(world: TreeWorld): object {
  const live = [...world.things.keys()].filter((at) => world.things[at]?.isLive === true);
  const collection = (at: number): object => ({
    id: idOf(world, at),
    title: `Thing ${at}`,
    order: live
      .filter((one) => containerNow(world, one) === at)
      .sort((a, b) => (((world.things[a]?.rank ?? 0) * 7) % 100) - (((world.things[b]?.rank ?? 0) * 7) % 100))
      .map((one) => idOf(world, one)),
    collections: live
      .filter((one) => world.things[one]?.isContainer && containerNow(world, one) === at)
      .map(collection),
  });
  const spaces = live
    .filter((at) => world.things[at]?.isContainer === false)
    .map((at) => {
      const container = containerNow(world, at);
      return {
        id: idOf(world, at),
        title: `Thing ${at}`,
        ...(container === undefined ? {} : { collection: idOf(world, container) }),
      };
    });
  const outer = live.filter((at) => world.things[at]?.isContainer && containerNow(world, at) === undefined);
  const sites = sitesOf(world);
  const anchor = sites.length === 0 ? [] : [{ id: "sp_anchor", title: "Anchor" }];
  const collections = outer.map(collection);
  return {
    organizations: [
      { id: "org_acme", title: "Acme", collections, spaces: [...spaces, ...anchor], sites },
      { id: "org_globex", title: "Globex", spaces: [{ id: "sp_there", title: "There" }] },
    ],
  };
}

/** The sites that show spaces; each keeps an anchor, so that none is ever without a space. */
function sitesOf(world: TreeWorld): readonly object[] {
  return (["undeclared", "cleared"] as const).flatMap((on) => {
    const spaces = world.shown.flatMap(({ space, on: site }) => {
      const one = world.things[space];
      return site === on && one?.isLive === true && !one.isContainer ? [idOf(world, space)] : [];
    });
    const structure = ["sp_anchor", ...new Set(spaces)].map((space) => ({ space }));
    return spaces.length === 0 ? [] : [{ id: `site_${on}`, title: `Site ${on}`, structure }];
  });
}

/** The manifests of both organizations, by the name of the file. */
export function manifestsOfTrees(world: TreeWorld): Readonly<Record<string, unknown>> {
  const all = [...world.things.keys()];
  const entries = (isContainer: boolean) =>
    Object.fromEntries(
      all
        .filter(
          (at) => world.things[at]?.isContainer === isContainer && world.things[at]?.wanted !== "undeclared",
        )
        .map((at) => [`t${at}`, written(world, at)]),
    );
  const sites = sitesOf(world);
  const isCleared = sites.some((site) => Object.values(site).includes("site_cleared"));
  const anchor = sites.length === 0 ? {} : { anchor: { id: "sp_anchor", title: "Anchor" } };
  const cleared = {
    cleared: { id: "site_cleared", title: "Site cleared", structure: [{ space: "anchor" }] },
  };
  const acme = {
    organization: "acme",
    ...(isCleared ? { sites: cleared } : {}),
    ...(world.isExact ? { manage: { collections: "exact", spaces: "exact" } } : {}),
    order: orderOf(world, undefined),
    collections: entries(true),
    spaces: { ...entries(false), ...anchor },
  };
  const globex = { organization: "globex", spaces: { there: { title: "There" } } };
  return { "acme.yaml": acme, "globex.yaml": globex };
}

function markOf({ things }: TreeWorld, at: number): string {
  return things[at]?.isContainer === true ? "collection" : "space";
}

function nameOf(world: TreeWorld, at: number): string {
  return world.things[at]?.wanted === "undeclared" ? `id:${idOf(world, at)}` : `t${at}`;
}

/** The items of an order, by rank. */
export function orderedIn(world: TreeWorld, container: number | undefined): readonly number[] {
  return [...world.things.keys()]
    .filter((at) => isOrdered(world, at) && containerThen(world, at) === container)
    .sort((a, b) => (world.things[a]?.rank ?? 0) - (world.things[b]?.rank ?? 0) || a - b);
}

function orderOf(world: TreeWorld, container: number | undefined): readonly object[] {
  return orderedIn(world, container).map((at) => ({ [markOf(world, at)]: nameOf(world, at) }));
}

function written(world: TreeWorld, at: number): object {
  const { isContainer, wanted, isLive, says, isRetitled, copyOf } = world.things[at] as Thing;
  const leaves = [...world.things.keys()].filter(
    (one) => world.things[one]?.isContainer === false && world.things[one]?.isLive,
  );
  const original = leaves.length === 0 ? undefined : leaves[copyOf % leaves.length];
  const container = containerThen(world, at);
  const place = {
    [isContainer ? "parent" : "collection"]: container === undefined ? null : nameOf(world, container),
  };
  return {
    title: wanted === "declared" && isLive && isRetitled ? `New ${at}` : `Thing ${at}`,
    ...(wanted === "declared" && isLive && isRetitled ? { id: idOf(world, at) } : {}),
    ...(wanted === "absent" ? { absent: true } : {}),
    ...(wanted === "declared" && says ? place : {}),
    ...(wanted === "declared" && isContainer ? { order: orderOf(world, at) } : {}),
    ...(!isContainer && !isLive && original !== undefined ? { duplicateFrom: nameOf(world, original) } : {}),
  };
}
