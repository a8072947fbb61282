import { setGiven } from "../http/refusal.ts";
import { findConversation, ingest, topicOf } from "../resources/conversations.ts";
import { type People, peopleOf } from "../resources/people.ts";
import { copySpace } from "../resources/spaces.ts";
import { textProblem } from "../resources/spec-processing.ts";
import { isSameLanguage, nextRun } from "../resources/translations.ts";
import type { AuditEventState } from "../store/audit-state.ts";
import { type ConversationsState, noConversations } from "../store/content-state.ts";
import {
  liveSpace,
  type MemberState,
  type OrganizationState,
  type SamlProviderState,
  type SpaceState,
  type SpecState,
  type UserState,
} from "../store/state.ts";
import { add, emptyTable, entry, find, rows } from "../store/table.ts";
import { buildContent } from "./seed-content.ts";
import { addOnce, type SeedPlace } from "./seed-place.ts";
import type { SeedOrganization } from "./seed-schema.ts";
import { buildSite } from "./seed-site.ts";

type Part<K extends keyof SeedOrganization> = NonNullable<SeedOrganization[K]>[number &
  keyof SeedOrganization[K]];

/** Puts an organization of the seed on the platform. */
export function buildOrganization(place: SeedPlace, seed: SeedOrganization): void {
  const organization = newOrganization(place, seed);
  addOnce(place.state.organizations, organization);
  place.each("members", seed.members, (at, member) => buildMember(at, organization, member));
  place.each("linkInvites", seed.linkInvites, (at, { id: given, role = "read" }) => {
    const id = at.id("invite", role ?? "guest", given);
    addOnce(organization.linkInvites, { id, role, createdAt: at.now });
  });
  const people = peopleOf(place.state, organization);
  place.each("teams", seed.teams, (at, team) => buildTeam(at, organization, people, team));
  const all = organization.conversations;
  place.each("clusters", seed.clusters, (at, cluster) => buildCluster(at, all, cluster));
  place.each("conversations", seed.conversations, (at, each) => buildConversation(at, all, each));
  buildContent(place, organization, seed);
  place.each("sites", seed.sites, (at, site) => buildSite(at, organization, site));
  place.each("saml", seed.saml, (at, provider) => buildProvider(at, organization, provider));
  place.each("openapi", seed.openapi, (at, spec) => buildSpec(at, organization, spec));
  const changes = place.each("auditEvents", seed.auditEvents, buildAuditEvent);
  if (changes.length > 0)
    organization.auditEvents = changes.map((change, at) => ({ ...change, number: at + 1 }));
  place.each("translations", seed.translations, (at, each) => buildTranslation(at, organization, each));
  const { defaultContent: site } = seed;
  if (site === undefined) return;
  if (find(organization.sites, site) === undefined)
    place.at("defaultContent").problem(`the organization has no site ${site}`);
  organization.defaultContent = { type: "site", site };
}

function newOrganization(place: SeedPlace, seed: SeedOrganization): OrganizationState {
  const { id, members, teams, collections, spaces, order, sites, saml, openapi, defaultContent, ...rest } =
    seed;
  const { linkInvites, invitations = [], removals, agentInstructions, ...others } = rest;
  const { translations, conversations, clusters, auditEvents, ...fields } = others;
  const organization: OrganizationState = {
    id: place.id("org", seed.hostname ?? seed.title, id),
    title: seed.title,
    createdAt: place.now,
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
    ...(removals === undefined ? {} : { removals: [] }),
  };
  if (invitations.length > 0)
    organization.invitations = Object.fromEntries(
      invitations.map(({ email, role = "read" }) => [
        email.toLowerCase(),
        { email, role, sentAt: [place.now] },
      ]),
    );
  if (agentInstructions !== undefined)
    organization.agentInstructions = { instructions: agentInstructions, updatedAt: place.now };
  return setGiven(organization, fields);
}

/** The id of the user with this email, or this id: the same person in every organization. */
function userFor(place: SeedPlace, seed: Part<"members">): string {
  const { id, email, name } = seed;
  const { state, usersByEmail } = place.build;
  const same = email === undefined ? entry(state.users, id ?? "")?.id : usersByEmail.get(email.toLowerCase());
  if (same !== undefined) {
    if (id !== undefined && id !== same) place.at("id").problem(`${email} already has the id ${same}`);
    return same;
  }
  if (id === undefined && email === undefined) place.problem("give an id or an email");
  const made = place.id("usr", email?.split("@")[0] ?? "somebody", id);
  state.users[made] = setGiven<UserState>({ id: made, displayName: name ?? email ?? made }, { email });
  if (email !== undefined) usersByEmail.set(email.toLowerCase(), made);
  return made;
}

function buildMember(place: SeedPlace, organization: OrganizationState, seed: Part<"members">): void {
  const id = userFor(place, seed);
  if (find(organization.members, id) !== undefined) {
    place.at("email").problem(`${seed.email ?? id} is already a member`);
    return;
  }
  const { role = "read", sso = false, disabled = false, joinedAt, lastSeenAt } = seed;
  const member: MemberState = { id, role, disabled, sso, joinedAt: place.time(joinedAt) };
  if (lastSeenAt !== undefined) member.lastSeenAt = place.time(lastSeenAt);
  add(organization.members, member);
}

function buildAuditEvent(place: SeedPlace, seed: Part<"auditEvents">): Omit<AuditEventState, "number"> {
  const { at, by, source = "ui", action = "update", target } = seed;
  const person = by === undefined ? {} : { by: place.at("by").person(by) };
  return { at: place.time(at), action, source, ...person, target, targetType: "object" };
}

function buildTeam(
  place: SeedPlace,
  organization: OrganizationState,
  people: People,
  seed: Part<"teams">,
): void {
  const id = place.id("team", seed.title, seed.id);
  const members = Object.entries(seed.members ?? {}).flatMap(([person, role]) => {
    const user = people.find(person);
    if (user === undefined) place.at("members").problem(`${person} is not a member of the organization`);
    return user === undefined ? [] : [[user, role] as const];
  });
  const { title } = seed;
  addOnce(organization.teams, { id, title, createdAt: place.now, members: Object.fromEntries(members) });
}

function buildProvider(place: SeedPlace, organization: OrganizationState, seed: Part<"saml">): void {
  const { id: given, label, ...fields } = seed;
  const id = place.id("saml", label, given);
  const team = fields.defaultTeam;
  if (team !== undefined && find(organization.teams, team) === undefined)
    place.at("defaultTeam").problem(`the organization has no team ${team}`);
  const provider: SamlProviderState = { id, label, createdAt: place.now };
  addOnce(organization.samlProviders, setGiven(provider, fields));
}

/** A spec of the seed was given a minute before the start, so that it is processed. */
function buildSpec(place: SeedPlace, organization: OrganizationState, seed: Part<"openapi">): void {
  const { id: given, slug, sourceURL, text, visibility = "private" } = seed;
  const id = place.id("spec", slug, given);
  if ((sourceURL === undefined) === (text === undefined)) place.problem("give sourceURL or text");
  if (find(organization.specs, slug) !== undefined) {
    place.at("slug").problem(`the slug ${slug} is given twice`);
    return;
  }
  const error = text === undefined ? undefined : textProblem(text);
  const version = { id: `version_${id}`, submittedAt: place.beforeStart };
  const current = error === undefined ? version : { ...version, error };
  const spec: SpecState = { id, slug, createdAt: place.now, updatedAt: place.now, visibility, current };
  add(organization.specs, setGiven(spec, { sourceURL }), slug);
}

function buildCluster(place: SeedPlace, all: ConversationsState, seed: Part<"clusters">): void {
  const { id: given, subject: label, muted = false } = seed;
  const topic = topicOf(label);
  const id = place.id("cluster", topic, given);
  if (topic === "") place.at("subject").problem("has no words: it is about nothing");
  if (rows(all.clusters).some((other) => other.topic === topic))
    place.at("subject").problem("another cluster is about the same words");
  addOnce(all.clusters, { id, topic, label, createdAt: place.now, muted });
}

/** Conversations were ingested a minute before the start, so that they are processed. */
function buildConversation(place: SeedPlace, all: ConversationsState, seed: Part<"conversations">): void {
  const { id: given, subject, url, attributes, createdAt, parts = [] } = seed;
  const id = place.id("conversation", topicOf(subject ?? ""), given);
  if (findConversation(all, id) !== undefined) return;
  const ingestedAt = seed.ingestedAt === undefined ? place.beforeStart : place.time(seed.ingestedAt);
  const metadata = setGiven({}, { url, attributes, createdAt });
  const said = parts.map(({ role = "user", body }) => ({ type: "message", role, body }));
  ingest(all, { id, subject, metadata, parts: said, ingestedAt }, (prefix, topic) =>
    place.id(prefix, topic, undefined),
  );
}

/** The first run of a translation was a minute before the start, so it is completed. */
function buildTranslation(
  place: SeedPlace,
  organization: OrganizationState,
  seed: Part<"translations">,
): void {
  const { space, language, sourceLanguage, instructions } = seed;
  const source = liveSpace(place.state, organization, space);
  if (source === undefined) {
    place.at("space").problem(`the organization has no space ${space}`);
    return;
  }
  const isTwice = rows(organization.translations).some(
    (other) => other.source.space === space && isSameLanguage(other.language, language),
  );
  if (isTwice) place.at("language").problem(`${space} is translated into ${language} already`);
  const createdAt = place.beforeStart;
  addOnce(organization.translations, {
    id: place.id("translation", `${source.title} ${language}`, seed.id),
    source: { space, language: sourceLanguage ?? source.language },
    language,
    instructions,
    createdAt,
    updatedAt: createdAt,
    resultSpace: resultFor(place, organization, source, seed),
    runs: [nextRun({ runs: [] }, source, createdAt)],
  });
}

/** The translated space: the named one, or a copy of the source; for null, the id of no space. */
function resultFor(
  place: SeedPlace,
  organization: OrganizationState,
  source: SpaceState,
  { result, language }: Part<"translations">,
): string {
  if (result === null) return "";
  if (result !== undefined) {
    if (result === source.id || liveSpace(place.state, organization, result) === undefined)
      place.at("result").problem(`the organization has no other space ${result}`);
    return result;
  }
  const title = `${source.title} (${language})`;
  const id = place.id("sp", `${source.title} ${language}`, undefined);
  return copySpace(place.state, source, { id, revision: `rev_${id}`, title, language }, place.now).id;
}
