import fc from "fast-check";
import type { Edition } from "../../../src/contract/edition.ts";
import { manifestOfOrder, type OrderWorld, orderWorld, seedOfOrder } from "./order-world.ts";
import { manifestOfPeople, type PeopleWorld, peopleWorld, seedOfPeople } from "./people-world.ts";
import { manifestOfSettings, type SettingsWorld, seedOfSettings, settingsWorld } from "./settings-world.ts";
import { manifestOfSite, type SiteWorld, seedOfSite, siteWorld } from "./site-world.ts";
import { manifestsOfTrees, seedOfTrees, type TreeWorld, treeWorld } from "./tree-world.ts";

/**
 * An organization as it is and as it shall be, in parts that do not know of each other. Most worlds are one part, which
 * is quick; some are all of them.
 */
export interface World {
  /** The edition of the API; the reference, when left out. */
  readonly edition?: Edition;
  /** A site and its structure. */
  readonly site?: SiteWorld;
  /** Teams, roles, share links, specs by address, SAML. */
  readonly people?: PeopleWorld;
  /** Settings, agent instructions, translations, adaptive schemas, specs by text. */
  readonly settings?: SettingsWorld;
  /** Collections and spaces: any of two organizations, with copies, transfers and deletes. */
  readonly trees?: TreeWorld;
  /** Collections and spaces whose every place is said, so that the calls can be counted. */
  readonly order?: OrderWorld;
}

const site = fc.oneof({ weight: 2, arbitrary: siteWorld(0) }, { weight: 3, arbitrary: siteWorld(2) });
/**
 * Two parts say what happens to specs that nobody declares, so both say the same. Where spaces are exact, those that
 * translations make stay.
 */
export const together: fc.Arbitrary<World> = fc
  .record({ site, people: peopleWorld, settings: settingsWorld, trees: treeWorld })
  .map(
    (all): World => ({
      ...all,
      settings: { ...all.settings, exact: all.people.exact },
    }),
  );

export const world: fc.Arbitrary<World> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ site }) },
  { weight: 1, arbitrary: fc.record({ site: siteWorld(3) }) },
  { weight: 9, arbitrary: fc.record({ people: peopleWorld }) },
  { weight: 9, arbitrary: fc.record({ settings: settingsWorld }) },
  { weight: 10, arbitrary: fc.record({ trees: treeWorld }) },
  { weight: 5, arbitrary: fc.record({ order: orderWorld }) },
  { weight: 1, arbitrary: together },
);

/** Either edition. Drawn last, it leaves a world as it is. */
export const anyEdition: fc.Arbitrary<Edition> = fc.constantFrom("reference", "gitbook");

type Fields = Readonly<Record<string, unknown>>;

/** The organization, and one beside it, as a seed of the platform. */
export function seedOf({ site, people, settings, trees, order }: World): object {
  const beside = {
    organizations: [
      { id: "org_acme", title: "Acme" },
      { id: "org_globex", title: "Globex", spaces: [{ id: "space_x", title: "X" }] },
    ],
  };
  const seeds = [
    beside,
    site && { organizations: [seedOfSite(site)] },
    people && { organizations: [seedOfPeople(people)] },
    settings && seedOfSettings(settings),
    trees && seedOfTrees(trees),
    order && seedOfOrder(order),
  ].flatMap((seed) => (seed === undefined ? [] : (seed as { organizations: Fields[] }).organizations));
  const ids = [...new Set(seeds.map(({ id }) => id))];
  return { organizations: ids.map((own) => seeds.filter(({ id }) => id === own).reduce(joined)) };
}

/** Everything that is wanted: a manifest for each organization. */
export function manifestsOf({
  edition,
  site,
  people,
  settings,
  trees,
  order,
}: World): Readonly<Record<string, Fields>> {
  const { "acme.yaml": here, ...more } = trees === undefined ? {} : manifestsOfTrees(trees);
  const all = [
    { organization: "acme" },
    people && manifestOfPeople(people),
    settings && manifestOfSettings(settings),
    site && manifestOfSite(site),
    order && manifestOfOrder(order),
    here,
  ];
  const acme = all
    .filter((one) => one !== undefined)
    .reduce<Fields>((one, other) => joined(one, other as Fields), {});
  return {
    ...(more as Record<string, Fields>),
    "acme.yaml": asWrittenIn(edition, acme),
  };
}

/** Fields that the edition gitbook requires, by the key of their kind. */
const required: Readonly<Record<string, Fields>> = {
  sites: { type: "basic" },
  translations: { sourceLanguage: "en" },
};

/** A manifest with the fields that an edition requires. */
export function asWrittenIn(edition: Edition | undefined, manifest: Fields): Fields {
  if (edition !== "gitbook") return manifest;
  const filled = Object.entries(manifest).map(([key, all]) => {
    const fields = required[key];
    return [key, fields === undefined ? all : each(all as Fields, (one) => ({ ...fields, ...one }))];
  });
  return Object.fromEntries(filled);
}

function each(all: Fields, change: (one: Fields) => Fields): Fields {
  return Object.fromEntries(Object.entries(all).map(([name, one]) => [name, change(one as Fields)]));
}

/** Lists one after the other, objects one in the other; of anything else the second. */
function joined(one: Fields, other: Fields): Fields {
  const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return Object.fromEntries(keys.map((key) => [key, joinedValue(one[key], other[key])]));
}

function joinedValue(one: unknown, other: unknown): unknown {
  if (other === undefined || one === undefined) return other ?? one;
  if (Array.isArray(one) && Array.isArray(other)) return [...one, ...other];
  if (one !== null && other !== null && typeof one === "object" && typeof other === "object")
    return joined(one as Fields, other as Fields);
  return other;
}
