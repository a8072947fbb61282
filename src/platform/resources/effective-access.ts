import type { AccessState } from "../store/access-state.ts";
import type { SiteState } from "../store/site-state.ts";
import type {
  CollectionState,
  DefaultLevel,
  MemberState,
  OrganizationState,
  Role,
  SpaceState,
  State,
} from "../store/state.ts";
import { entry, find, known, rows } from "../store/table.ts";
import { spacesInOrder } from "./content-tree.ts";

/** An object with access of its own: its entries, and the role of everybody else. */
export interface AccessOwner {
  access?: AccessState;
  defaultLevel?: DefaultLevel | null;
}

/** Whether somebody has ever set access on a site: until then it follows its spaces. */
export function isTouched({ access, defaultLevel }: AccessOwner): boolean {
  return access !== undefined || defaultLevel !== undefined;
}

/**
 * The role of a member by all rules; null for nobody. The service's pages contradict each other, so this is a rule of
 * the embedded platform alone. Admins of the organization stand outside. The nearest owner with an entry of the person, of
 * one of their teams, or with a level decides: space, site, collection, organization.
 */
export function effectiveRole(
  organization: OrganizationState,
  member: MemberState,
  chain: readonly AccessOwner[],
): Role | null {
  if (member.role === "admin") return "admin";
  for (const owner of chain) {
    const found = ownRole(organization, member, owner);
    if (found !== undefined) return found;
  }
  return member.role;
}

/** The role that one owner gives; undefined where it says nothing of the person. */
function ownRole(
  organization: OrganizationState,
  member: MemberState,
  { access, defaultLevel = "inherit" }: AccessOwner,
): Role | null | undefined {
  const own = access === undefined ? undefined : entry(access.users, member.id);
  if (own !== undefined) return own;
  const byTeam = Object.entries(access?.teams ?? {}).flatMap(([id, role]) =>
    find(organization.teams, id)?.members[member.id] === undefined ? [] : [role],
  );
  if (byTeam.length > 0) return widestRole(byTeam);
  // Guests have only what an entry gives them.
  return defaultLevel === "inherit" || member.role === null ? undefined : defaultLevel;
}

const widestFirst: readonly Role[] = ["admin", "create", "review", "edit", "comment", "read"];

function widestRole(roles: readonly (Role | null)[]): Role | null {
  return widestFirst.find((role) => roles.includes(role)) ?? null;
}

/** The owners that say who may open a space, the nearest first. */
export function chainOfSpace(
  state: State,
  organization: OrganizationState,
  space: SpaceState,
): readonly AccessOwner[] {
  const shows = (site: SiteState): boolean =>
    Object.values(site.allSiteSpaces).some((shown) => shown.space === space.id);
  const sites = rows(organization.sites).filter((site) => isTouched(site) && shows(site));
  return [space, ...sites, ...collectionsAround(state, space.parent)];
}

/** A collection and those around it, from the inside. */
export function collectionsAround(state: State, id: string | undefined): readonly CollectionState[] {
  if (id === undefined) return [];
  const collection = known(state.collections, id);
  return [collection, ...collectionsAround(state, collection.parent)];
}

/** The role of a member at a site. One that nobody touched gives the widest role of its spaces. */
export function roleAtSite(
  state: State,
  organization: OrganizationState,
  member: MemberState,
  site: SiteState,
): Role | null {
  if (isTouched(site)) return effectiveRole(organization, member, [site]);
  const shown = new Set(Object.values(site.allSiteSpaces).map(({ space }) => space));
  const spaces = spacesInOrder(state, organization).filter(({ id }) => shown.has(id));
  if (member.role === "admin" || spaces.length === 0) return member.role;
  const roles = spaces.map((space) =>
    effectiveRole(organization, member, chainOfSpace(state, organization, space)),
  );
  return widestRole(roles);
}
