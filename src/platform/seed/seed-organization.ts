import { setGiven } from "../refusal.ts";
import { type People, peopleOf } from "../resources/people.ts";
import { textProblem } from "../resources/spec-processing.ts";
import { noConversations } from "../store/content-state.ts";
import type { MemberState, OrganizationState, SpecState } from "../store/state.ts";
import { add, emptyTable, entry, find } from "../store/table.ts";
import { beforeStart, idFor, problem, type SeedBuild, timeOf } from "./seed-build.ts";
import { buildContent } from "./seed-content.ts";
import { buildConversations } from "./seed-conversations.ts";
import type { SeedOrganization } from "./seed-schema.ts";
import { buildSite } from "./seed-site.ts";
import { buildTranslation } from "./seed-translations.ts";

type Part<K extends keyof SeedOrganization> = NonNullable<SeedOrganization[K]>[number &
  keyof SeedOrganization[K]];

/** Puts an organization of the seed on the platform. */
export function buildOrganization(build: SeedBuild, seed: SeedOrganization, path: string): void {
  const organization = newOrganization(build, seed, path);
  if (find(build.state.organizations, organization.id) === undefined) {
    add(build.state.organizations, organization);
  }
  seed.members?.forEach((member, index) => {
    buildMember(build, organization, member, `${path}.members.${index}`);
  });
  seed.linkInvites?.forEach((invite, index) => {
    buildLinkInvite(build, organization, invite, `${path}.linkInvites.${index}`);
  });
  const people = peopleOf(build.state, organization);
  seed.teams?.forEach((team, index) => {
    buildTeam(build, organization, people, team, `${path}.teams.${index}`);
  });
  buildConversations(build, organization.conversations, seed, path);
  buildContent(build, organization, seed, path);
  seed.sites?.forEach((site, index) => {
    buildSite(build, organization, site, `${path}.sites.${index}`);
  });
  seed.saml?.forEach((provider, index) => {
    buildProvider(build, organization, provider, `${path}.saml.${index}`);
  });
  seed.openapi?.forEach((spec, index) => {
    buildSpec(build, organization, spec, `${path}.openapi.${index}`);
  });
  seed.translations?.forEach((translation, index) => {
    buildTranslation(build, organization, translation, `${path}.translations.${index}`);
  });
  landOn(build, organization, seed.defaultContent, `${path}.defaultContent`);
}

function newOrganization(build: SeedBuild, seed: SeedOrganization, path: string): OrganizationState {
  const { id, members, teams, collections, spaces, order, sites, saml, openapi, defaultContent, ...rest } =
    seed;
  const { linkInvites, agentInstructions, translations, conversations, clusters, ...fields } = rest;
  const organization: OrganizationState = {
    id: idFor(build, path, "org", seed.hostname ?? seed.title, id),
    title: seed.title,
    createdAt: build.now,
    emailDomains: [],
    type: "business",
    plan: "pro",
    sso: false,
    ai: false,
    inviteLinks: true,
    mergeRules: { type: "none" },
    children: [],
    members: emptyTable(),
    teams: emptyTable(),
    sites: emptyTable(),
    specs: emptyTable(),
    samlProviders: emptyTable(),
    linkInvites: emptyTable(),
    translations: emptyTable(),
    conversations: noConversations(),
  };
  setGiven(organization, fields);
  if (agentInstructions !== undefined) {
    organization.agentInstructions = { instructions: agentInstructions, updatedAt: build.now };
  }
  return organization;
}

function buildLinkInvite(
  build: SeedBuild,
  { linkInvites }: OrganizationState,
  { id: given, role = "read" }: Part<"linkInvites">,
  path: string,
): void {
  const id = idFor(build, path, "invite", role ?? "guest", given);
  if (find(linkInvites, id) === undefined) add(linkInvites, { id, role, createdAt: build.now });
}

function landOn(
  build: SeedBuild,
  organization: OrganizationState,
  site: string | undefined,
  path: string,
): void {
  if (site === undefined) return;
  if (find(organization.sites, site) === undefined)
    problem(build, path, `the organization has no site ${site}`);
  organization.defaultContent = { type: "site", site };
}

/** The id of the user with this email, or this id: the same person in every organization. */
function userFor(build: SeedBuild, seed: Part<"members">, path: string): string {
  const { id, email } = seed;
  const same = email === undefined ? sameId(build, id) : build.usersByEmail.get(email.toLowerCase());
  if (same === undefined) return newUser(build, seed, path);
  if (id !== undefined && id !== same) problem(build, `${path}.id`, `${email} already has the id ${same}`);
  return same;
}

function sameId({ state }: SeedBuild, id: string | undefined): string | undefined {
  return id === undefined ? undefined : entry(state.users, id)?.id;
}

function newUser(build: SeedBuild, { id, email, name }: Part<"members">, path: string): string {
  if (id === undefined && email === undefined) problem(build, path, "give an id or an email");
  const made = idFor(build, path, "usr", email?.split("@")[0] ?? "somebody", id);
  build.state.users[made] = { id: made, displayName: name ?? email ?? made };
  if (email === undefined) return made;
  build.state.users[made].email = email;
  build.usersByEmail.set(email.toLowerCase(), made);
  return made;
}

function buildMember(
  build: SeedBuild,
  organization: OrganizationState,
  seed: Part<"members">,
  path: string,
): void {
  const id = userFor(build, seed, path);
  if (find(organization.members, id) !== undefined) {
    problem(build, `${path}.email`, `${seed.email ?? id} is already a member`);
    return;
  }
  const { role = "read", sso = false, disabled = false, joinedAt, lastSeenAt } = seed;
  const member: MemberState = { id, role, disabled, sso, joinedAt: timeOf(build, joinedAt) };
  add(organization.members, member);
  if (lastSeenAt !== undefined) member.lastSeenAt = timeOf(build, lastSeenAt);
}

function buildTeam(
  build: SeedBuild,
  organization: OrganizationState,
  people: People,
  seed: Part<"teams">,
  path: string,
): void {
  const id = idFor(build, path, "team", seed.title, seed.id);
  const members = Object.entries(seed.members ?? {}).flatMap(([person, role]) => {
    const user = people.find(person);
    if (user === undefined)
      problem(build, `${path}.members`, `${person} is not a member of the organization`);
    return user === undefined ? [] : [[user, role] as const];
  });
  if (find(organization.teams, id) !== undefined) return;
  add(organization.teams, {
    id,
    title: seed.title,
    createdAt: build.now,
    members: Object.fromEntries(members),
  });
}

function buildProvider(
  build: SeedBuild,
  organization: OrganizationState,
  seed: Part<"saml">,
  path: string,
): void {
  const { id: given, label, ...fields } = seed;
  const id = idFor(build, path, "saml", label, given);
  const team = fields.defaultTeam;
  if (team !== undefined && find(organization.teams, team) === undefined) {
    problem(build, `${path}.defaultTeam`, `the organization has no team ${team}`);
  }
  if (find(organization.samlProviders, id) !== undefined) return;
  const provider = { id, label, createdAt: build.now };
  setGiven<object>(provider, fields);
  add(organization.samlProviders, provider);
}

/** A spec of the seed was given a minute before the start, so that it is processed. */
function buildSpec(
  build: SeedBuild,
  organization: OrganizationState,
  seed: Part<"openapi">,
  path: string,
): void {
  const { id: given, slug, sourceURL, text, visibility = "private" } = seed;
  const id = idFor(build, path, "spec", slug, given);
  if ((sourceURL === undefined) === (text === undefined)) problem(build, path, "give sourceURL or text");
  if (find(organization.specs, slug) !== undefined) {
    problem(build, `${path}.slug`, `the slug ${slug} is given twice`);
    return;
  }
  const submittedAt = beforeStart(build);
  const error = text === undefined ? undefined : textProblem(text);
  const current = { id: `version_${id}`, submittedAt, ...(error === undefined ? {} : { error }) };
  const spec: SpecState = { id, slug, createdAt: build.now, updatedAt: build.now, visibility, current };
  setGiven(spec, { sourceURL });
  add(organization.specs, spec, slug);
}
