import type { gitbookAccessOperations } from "../../contract/gitbook/access.ts";
import { Answer, type HandlersOf } from "../calls/call.ts";
import { notFound } from "../http/refusal.ts";
import { showTeam } from "../parts/teams.ts";
import { type Caller, listing } from "../resources/caller.ts";
import {
  type AccessOwner,
  chainOfSpace,
  collectionsAround,
  effectiveRole,
  roleAtSite,
} from "../resources/effective-access.ts";
import { showUser } from "../resources/people.ts";
import { type AccessState, noAccess } from "../store/access-state.ts";
import type { SiteState } from "../store/site-state.ts";
import type {
  CollectionState,
  MemberState,
  OrganizationState,
  Role,
  SpaceState,
  TeamState,
} from "../store/state.ts";
import { entry, find, get, rows } from "../store/table.ts";

/** A call about the access to a space, a collection or a site. */
interface AccessCall extends Caller {
  readonly found: {
    readonly organization?: OrganizationState;
    readonly space?: SpaceState;
    readonly collection?: CollectionState;
    readonly site?: SiteState;
    readonly team?: TeamState;
    readonly user?: MemberState;
  };
  readonly query: { readonly role?: Role };
  readonly body: {
    readonly role: Role | null;
    readonly teams?: readonly string[];
    readonly users?: readonly string[];
  };
}

type Sort = "teams" | "users";

function ownerIn({ found: { space, collection, site } }: AccessCall): AccessOwner {
  const owner = space ?? collection ?? site;
  if (owner === undefined) throw new Error("a call about access names no owner");
  return owner;
}

function organizationIn({ state, found }: AccessCall): OrganizationState {
  const id = found.space?.organization ?? found.collection?.organization;
  return found.organization ?? get(state.organizations, id ?? "");
}

/** Gives entries; whoever has one gets the role (G1). */
function add(call: AccessCall): void {
  const { role, teams = [], users = [] } = call.body;
  const organization = organizationIn(call);
  for (const id of teams) if (find(organization.teams, id) === undefined) throw notFound("team", id);
  for (const id of users) if (find(organization.members, id) === undefined) throw notFound("member", id);
  const access = touched(ownerIn(call));
  for (const id of teams) access.teams[id] = role;
  for (const id of users) access.users[id] = role;
}

function touched(owner: AccessOwner): AccessState {
  owner.access ??= noAccess();
  return owner.access;
}

/** The entries of a sort that name somebody who is there. Those of a space or collection without a role are not shown. */
function entries(
  call: AccessCall,
  sort: Sort,
): readonly { readonly id: string; readonly role: Role | null }[] {
  const organization = organizationIn(call);
  const isThere = (id: string): boolean =>
    find<unknown>(sort === "teams" ? organization.teams : organization.members, id) !== undefined;
  return Object.entries(ownerIn(call).access?.[sort] ?? {})
    .map(([id, role]) => ({ id, role }))
    .filter(({ id, role }) => isThere(id) && (role !== null || call.found.site !== undefined));
}

function set(call: AccessCall, sort: Sort): void {
  const { team, user } = call.found;
  const id = team?.id ?? user?.id ?? "";
  if (entry(ownerIn(call).access?.[sort] ?? {}, id) === undefined)
    throw notFound(`entry of the ${sort === "teams" ? "team" : "person"}`, id);
  touched(ownerIn(call))[sort][id] = call.body.role;
}

function remove(call: AccessCall, sort: Sort) {
  const { team, user } = call.found;
  const id = team?.id ?? user?.id ?? "";
  const { access } = ownerIn(call);
  if (access === undefined || entry(access[sort], id) === undefined) return new Answer(204, undefined);
  delete access[sort][id];
  return;
}

/** Everybody who can open it; at a site with the origin of the role. */
function listEffective(call: AccessCall) {
  const organization = organizationIn(call);
  const { site } = call.found;
  const all = rows(organization.members).flatMap((member) => {
    const permission = roleOf(call, organization, member);
    const isMeant = call.query.role === undefined || call.query.role === permission;
    return permission === null || !isMeant ? [] : [{ ...member, permission }];
  });
  return listing(all, ({ id, permission, disabled }) => ({
    permission,
    user: showUser(call, id),
    ...(site === undefined
      ? {}
      : { origin: { type: "organization", organization: organization.id }, disabled }),
  }));
}

function roleOf(call: AccessCall, organization: OrganizationState, member: MemberState): Role | null {
  const { state } = call;
  const { space, collection, site } = call.found;
  if (site !== undefined) return roleAtSite(state, organization, member, site);
  const chain =
    space === undefined ? collectionsAround(state, collection?.id) : chainOfSpace(state, organization, space);
  return effectiveRole(organization, member, chain);
}

function handlersOf(owner: "Space" | "Collection" | "Site") {
  return {
    [`add${owner}Access`]: add,
    [`list${owner}TeamAccess`]: (call: AccessCall) => {
      const { teams } = organizationIn(call);
      return listing(entries(call, "teams"), ({ id, role }) => ({
        permission: role,
        team: showTeam(call, get(teams, id)),
      }));
    },
    [`set${owner}TeamAccess`]: (call: AccessCall) => set(call, "teams"),
    [`remove${owner}TeamAccess`]: (call: AccessCall) => remove(call, "teams"),
    [`list${owner}UserAccess`]: (call: AccessCall) =>
      listing(entries(call, "users"), ({ id, role }) => ({ permission: role, user: showUser(call, id) })),
    [`set${owner}UserAccess`]: (call: AccessCall) => set(call, "users"),
    [`remove${owner}UserAccess`]: (call: AccessCall) => remove(call, "users"),
    [`list${owner}EffectiveAccess`]: listEffective,
  };
}

/** Access to spaces, collections and sites: the same handlers for the three, as the contract makes their operations. */
export const gitbookAccessHandlers = {
  ...handlersOf("Space"),
  ...handlersOf("Collection"),
  ...handlersOf("Site"),
} as unknown as HandlersOf<typeof gitbookAccessOperations>;
