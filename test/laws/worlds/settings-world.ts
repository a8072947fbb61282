import fc from "fast-check";
import { given } from "./site-tree.ts";

/** The settings of an organization, without its people and the structure of its sites, before and after. */
export interface SettingsWorld {
  readonly sites: readonly SiteDraw[];
  /** Site that people land on: its index; null for none, left out when nothing is said. */
  readonly landing: { readonly live?: number; readonly wanted?: number | null };
  readonly reviewers: Both<readonly string[]>;
  readonly instructions: Both<string>;
  /** One for each space and language. */
  readonly translations: readonly (Both<string> & { readonly absent?: boolean })[];
  readonly exact: boolean;
  readonly specs: readonly (Both<Source> & { readonly absent?: boolean })[];
}

interface Both<T> {
  readonly live?: T;
  readonly wanted?: T;
}

/** Attributes of visitors by their number; none for a site without an adaptive schema. */
interface SiteDraw {
  readonly isLive: boolean;
  readonly wanted: "there" | "absent" | "unsaid";
  readonly schema: Both<number>;
}

type Source = "one" | "other" | "text";

const people = ["ana", "li", "max"];
const spaces = ["book0", "book1"];
const languages = ["fr", "de-AT"];
const text = fc.constantFrom("", "Be brief.", "Be brief.\n\nBe kind.");

function both<T>(values: fc.Arbitrary<T>): fc.Arbitrary<Both<T>> {
  return fc.record({ live: values, wanted: values }, { requiredKeys: [] });
}

function bothOrAbsent<T>(values: fc.Arbitrary<T>): fc.Arbitrary<Both<T> & { readonly absent?: boolean }> {
  return fc.oneof(
    { weight: 4, arbitrary: both(values) },
    { weight: 1, arbitrary: fc.record({ live: values, absent: fc.constant(true) }, { requiredKeys: [] }) },
  );
}

export const settingsWorld: fc.Arbitrary<SettingsWorld> = fc
  .record({
    sites: fc.array(
      fc.record({
        isLive: fc.boolean(),
        wanted: fc.constantFrom("there", "there", "absent", "unsaid"),
        schema: both(fc.nat(2)),
      }) as fc.Arbitrary<SiteDraw>,
      { minLength: 1, maxLength: 2 },
    ),
    landing: fc.record({ live: fc.nat(2), wanted: fc.option(fc.nat(2)) }, { requiredKeys: [] }),
    reviewers: both(fc.subarray(people)),
    instructions: both(text),
    translations: fc.array(bothOrAbsent(text), { minLength: 4, maxLength: 4 }),
    exact: fc.boolean(),
    specs: fc.array(bothOrAbsent(fc.constantFrom<Source>("one", "other", "text")), { maxLength: 2 }),
  })
  .map(possible);

/** People land only on a site that is there. */
function possible(world: SettingsWorld): SettingsWorld {
  const { live, wanted } = world.landing;
  const isLive = live !== undefined && world.sites[live]?.isLive === true;
  const isNamed = wanted === null || (wanted !== undefined && world.sites[wanted]?.wanted === "there");
  return {
    ...world,
    landing: { ...(isLive ? { live } : {}), ...(isNamed ? { wanted: wanted as number | null } : {}) },
  };
}

function places<T>(items: readonly T[], place: (item: T, index: number) => unknown): unknown[] {
  return items.map(place).filter((item) => item !== undefined);
}

function named<T>(prefix: string, items: readonly T[], write: (item: T, index: number) => unknown) {
  return given(Object.fromEntries(items.map((item, index) => [`${prefix}${index}`, write(item, index)])));
}

function schemaOf(number: number): object {
  const names = ["beta", "vip", "partner"].slice(0, number + 1);
  return { type: "object", properties: Object.fromEntries(names.map((name) => [name, { type: "boolean" }])) };
}

function rulesOf(users: readonly string[]): object {
  return { type: "rules", rules: [{ rule: "require_specific_reviewers", users }] };
}

/** A document as a platform holds it: its nodes have keys. */
function documentOf(written: string): object {
  const parts = written === "" ? [] : written.split("\n\n");
  const nodes = parts.map((part, index) => ({
    object: "block",
    type: "paragraph",
    key: `k${index}`,
    nodes: [{ object: "text", leaves: [{ object: "leaf", text: part }] }],
  }));
  return { object: "document", nodes };
}

const specText = "openapi: 3.1.0\ninfo: { title: Pets, version: 1.0.0 }\npaths: {}\n";

function sourceOf(source: Source): object {
  return source === "text" ? { text: specText } : { url: `https://specs.example/${source}.json` };
}

/** The organization as a seed of the platform. */
export function seedOfSettings(world: SettingsWorld): object {
  const { sites, landing, reviewers, instructions, translations, specs } = world;
  const organization = given({
    id: "org_acme",
    title: "Acme",
    members: people.map((id) => ({ id, email: `${id}@acme.example`, role: "admin" })),
    spaces: spaces.map((id) => ({ id, title: `Book ${id}`, language: "en" })),
    sites: places(sites, ({ isLive, schema }, index) =>
      isLive
        ? given({
            id: `site_${index}`,
            title: `Site ${index}`,
            adaptiveSchema: schema.live === undefined ? undefined : schemaOf(schema.live),
          })
        : undefined,
    ),
    defaultContent: landing.live === undefined ? undefined : `site_${landing.live}`,
    mergeRules: reviewers.live && rulesOf(reviewers.live),
    agentInstructions: instructions.live === undefined ? undefined : documentOf(instructions.live),
    translations: places(translations, ({ live }, index) =>
      live === undefined
        ? undefined
        : { ...translationAt(index), instructions: live === "" ? undefined : documentOf(live) },
    ),
    openapi: places(specs, ({ live }, index) =>
      live === undefined
        ? undefined
        : {
            slug: `spec${index}`,
            ...(live === "text" ? { text: specText } : { sourceURL: `https://specs.example/${live}.json` }),
          },
    ),
  });
  return { organizations: [organization] };
}

export function translationAt(index: number) {
  return { space: spaces[index % 2], language: languages[Math.floor(index / 2)] };
}

/** The manifest that says what is wanted. */
export function manifestOfSettings(world: SettingsWorld): Readonly<Record<string, unknown>> {
  const { sites, landing, reviewers, instructions, translations, exact, specs } = world;
  return given({
    organization: "acme",
    manage: exact ? { translations: "exact", openapi: "exact" } : undefined,
    settings: given({
      defaultContent: typeof landing.wanted === "number" ? `site${landing.wanted}` : landing.wanted,
      // People may be named by email or id, in any order.
      mergeRules: reviewers.wanted && rulesOf([...reviewers.wanted].reverse().map(writtenPerson)),
    }),
    agentInstructions: given({ instructions: instructions.wanted }),
    spaces: Object.fromEntries(spaces.map((key) => [key, { title: `Book ${key}` }])),
    sites: named("site", sites, (site, index) => writtenSite(site, index)),
    translations: named("t", translations, ({ wanted, absent }, index) => {
      const { space, language } = translationAt(index);
      const base = { source: space, language: language?.toUpperCase() };
      if (absent === true) return { ...base, absent };
      return wanted === undefined ? undefined : { ...base, instructions: wanted };
    }),
    openapi: named("spec", specs, ({ wanted, absent }) => {
      if (absent === true) return { absent };
      return wanted === undefined ? undefined : { source: sourceOf(wanted) };
    }),
  });
}

function writtenPerson(name: string, index: number): string {
  return index % 2 === 0 ? `${name.toUpperCase()}@acme.example` : name;
}

function writtenSite({ wanted, schema }: SiteDraw, index: number): unknown {
  if (wanted === "unsaid") return undefined;
  if (wanted === "absent") return { title: `Site ${index}`, absent: true };
  const jsonSchema = schema.wanted === undefined ? undefined : { jsonSchema: schemaOf(schema.wanted) };
  return given({ title: `Site ${index}`, adaptiveSchema: jsonSchema });
}

/** Fewest calls, by arithmetic of its own. */
export function callsForSettings(world: SettingsWorld): number {
  const { sites, landing, reviewers, instructions, translations, exact, specs } = world;
  const isOther = <T>(live: T, wanted: T | undefined): number =>
    wanted !== undefined && JSON.stringify(live) !== JSON.stringify(wanted) ? 1 : 0;
  const lands = landing.wanted === undefined ? 0 : isOther(landing.live ?? null, landing.wanted);
  const reviews = isOther(
    reviewers.live && [...reviewers.live].sort(),
    reviewers.wanted && [...reviewers.wanted].sort(),
  );
  const items = [
    ...sites.map(callsForSite),
    ...translations.map((one) => callsForItem(one, exact, (live, wanted) => live !== wanted)),
    // A text cannot be compared with a text (A31).
    ...specs.map((one) => callsForItem(one, exact, (live, wanted) => live !== wanted)),
  ];
  const total = items.reduce((sum, calls) => sum + calls, 0);
  return Math.max(lands, reviews) + isOther(instructions.live ?? "", instructions.wanted) + total;
}

function callsForSite({ isLive, wanted, schema }: SiteDraw): number {
  if (wanted === "unsaid") return 0;
  if (wanted === "absent") return isLive ? 1 : 0;
  const before = isLive ? schema.live : undefined;
  return (isLive ? 0 : 1) + (schema.wanted !== undefined && schema.wanted !== before ? 1 : 0);
}

function callsForItem<T>(
  { live, wanted, absent }: Both<T> & { readonly absent?: boolean },
  exact: boolean,
  differs: (live: T, wanted: T) => boolean,
): number {
  const goes = absent === true || (exact && wanted === undefined);
  if (goes) return live === undefined ? 0 : 1;
  if (wanted === undefined) return 0;
  return live === undefined || differs(live, wanted) ? 1 : 0;
}
