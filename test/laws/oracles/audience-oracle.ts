import { role } from "../../../src/contract/resource.ts";
import { permissionIn } from "../../../src/platform/resources/spaces.ts";
import type { SiteState } from "../../../src/platform/store/site-state.ts";
import type { OrganizationState, State } from "../../../src/platform/store/state.ts";

const widestFirst: readonly string[] = role.options;

/** Somebody who can open something: who they are, and what has to be true of them. */
export interface Entry {
  /** The object that they open: a space, or the organization itself. */
  readonly what: string;
  readonly who: string;
  /** Conditions that each visitor has to fulfil. */
  readonly conditions: readonly string[];
  /** A level or role as a number; 0 for visitors. */
  readonly level: number;
  /** Addresses of what lets them in: the site, section, site space and link, or the space and its collections. */
  readonly through: readonly string[];
}

/** Everybody who can open anything, by the state of the platform alone. */
export function audienceOf(state: State): readonly Entry[] {
  const organizations = Object.values(state.organizations.byId);
  const sites = organizations.flatMap((one) => Object.values(one.sites.byId));
  return [...sites.flatMap(visitorsOf), ...membersOf(state), ...organizations.flatMap(newcomersOf)];
}

function visitorsOf(site: SiteState): readonly Entry[] {
  const at = `acme/sites.site${numberIn(site.title)}`;
  return Object.values(site.allSiteSpaces).flatMap((shown) => {
    const section = shown.section === undefined ? undefined : site.sections[shown.section];
    const conditions = [section?.condition, shown.condition].filter((one) => one !== undefined);
    const inside = section === undefined ? at : `${at}.sections.${section.title.split(" ")[1]}`;
    return doorsOf(site, at).map(({ who, through }) => {
      return {
        what: shown.space,
        who,
        conditions,
        level: 0,
        through: [...through, inside, `${inside}.spaces.${shown.space}`],
      };
    });
  });
}

interface Door {
  readonly who: string;
  readonly through: readonly string[];
}

function doorsOf({ id, published, visibility, shareLinks }: SiteState, at: string): readonly Door[] {
  if (!published) return [];
  if (visibility !== "share-link")
    return [{ who: visibility === "visitor-auth" ? `who signs in at ${id}` : visibility, through: [at] }];
  const active = Object.values(shareLinks.byId).filter((link) => link.active);
  return active.map(({ name }) => ({
    who: `who has ${name} of ${id}`,
    through: [at, `${at}.shareLinks.link${numberIn(name)}`],
  }));
}

/** The rights of members of each role in each space (A12). */
function membersOf(state: State): readonly Entry[] {
  return Object.values(state.spaces).flatMap((space) =>
    (["read", "edit"] as const).flatMap((role) => {
      const level = permissionIn(state, role, space);
      if (level === undefined) return [];
      const through = [`acme/spaces.${space.id}`, ...around(state, space.parent)];
      return [{ what: space.id, who: `members with ${role}`, conditions: [], level: rank(level), through }];
    }),
  );
}

function around(state: State, id: string | undefined): readonly string[] {
  const collection = id === undefined ? undefined : state.collections[id];
  if (collection === undefined) return [];
  return [`acme/collections.c${numberIn(collection.title)}`, ...around(state, collection.parent)];
}

function numberIn(title: string): string {
  return title.split(" ").at(-1) ?? "";
}

/** The role that people get when they come by themselves. */
function newcomersOf({ id, defaultRole, samlProviders }: OrganizationState): readonly Entry[] {
  const entry = (at: string, role: string | null | undefined): readonly Entry[] =>
    role === undefined || role === null
      ? []
      : [{ what: id, who: `who comes by ${at}`, conditions: [], level: rank(role), through: [at] }];
  const providers = Object.values(samlProviders.byId);
  return [
    ...entry("acme/settings", defaultRole),
    ...providers.flatMap((one) => entry(`acme/saml.p${numberIn(one.label)}`, one.defaultRole)),
  ];
}

function rank(name: string): number {
  return widestFirst.length - widestFirst.indexOf(name);
}

/** Does an entry let in all that another one does? */
export function covers(wide: Entry, narrow: Entry): boolean {
  return (
    wide.what === narrow.what &&
    wide.level >= narrow.level &&
    isAsWide(wide.who, narrow.who) &&
    wide.conditions.every((one) => narrow.conditions.includes(one))
  );
}

function isAsWide(wide: string, narrow: string): boolean {
  if (wide === narrow) return true;
  const isVisitor = narrow === "unlisted" || narrow.startsWith("who ");
  return isVisitor && (wide === "public" || (wide === "unlisted" && narrow !== "public"));
}
