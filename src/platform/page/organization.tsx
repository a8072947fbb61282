import { compareNames } from "../../text/compare-names.ts";
import { progressOf } from "../resources/spec-processing.ts";
import type {
  MemberState,
  OrganizationState,
  SamlProviderState,
  SpecState,
  State,
  TeamState,
} from "../store/state.ts";
import { entry, rows } from "../store/table.ts";
import { accessNotes, userName } from "./access-notes.ts";
import { Item, List, ListHead, Notes, pathOf, Title } from "./item.tsx";
import { Site } from "./site.tsx";

/** An organization at a time. */
interface OrganizationView {
  readonly state: State;
  readonly now: string;
  readonly organization: OrganizationState;
}

/** An organization: what readers see first, then who writes it. */
export function Organization(view: OrganizationView) {
  const { organization, state } = view;
  const { sites, teams, members, specs, samlProviders } = organization;
  return (
    <section>
      <Head organization={organization} />
      <ListHead title="Sites" count={sites.order.length} />
      {rows(sites).map((site) => (
        <Site state={state} organization={organization} site={site} />
      ))}
      <ListHead title="Collections and spaces" count={countIn(state, organization.children)} />
      <Content {...view} />
      <ListHead title="Teams" count={teams.order.length} />
      <List look="columns" of={byName(rows(teams), ({ title }) => title).map((team) => teamOf(view, team))} />
      <ListHead title="People" count={members.order.length} />
      <List
        look="columns"
        of={byName(rows(members), ({ id }) => userName(state, id)).map((member) => memberOf(view, member))}
      />
      <Invited organization={organization} />
      <ListHead title="OpenAPI specs" count={specs.order.length} />
      <List look="plain" of={rows(specs).map((spec) => specOf(view, spec))} />
      <ListHead title="SAML providers" count={samlProviders.order.length} />
      <List look="plain" of={rows(samlProviders).map((provider) => samlOf(view, provider))} />
    </section>
  );
}

function Head({ organization }: { readonly organization: OrganizationState }) {
  const { id, title, hostname, emailDomains, sso, defaultRole } = organization;
  const joins = [`join from ${emailDomains.join(", ")}`, ...(defaultRole ? [`as ${defaultRole}`] : [])];
  return (
    <h2>
      <Item path={pathOf("orgs", id)}>
        <Title text={title} />
        <Notes notes={[id, hostname, emailDomains.length > 0 && joins.join(" "), sso && "single sign-on"]} />
      </Item>
    </h2>
  );
}

/** The tree of collections and spaces, then the spaces that are deleted and can come back. */
function Content({ state, organization }: OrganizationView) {
  const { id, children } = organization;
  const deleted = Object.values(state.spaces).filter(
    ({ organization: at, deletedAt }) => at === id && deletedAt !== undefined,
  );
  return (
    <>
      <Tree state={state} ids={children} />
      {deleted.length > 0 && (
        <>
          <h4>Deleted spaces</h4>
          <Tree state={state} ids={deleted.map((space) => space.id)} />
        </>
      )}
    </>
  );
}

function Tree({ state, ids }: { readonly state: State; readonly ids: readonly string[] }) {
  return (
    <ul class="tree">
      {ids.map((id) => (
        <Branch state={state} id={id} />
      ))}
    </ul>
  );
}

function Branch({ state, id }: { readonly state: State; readonly id: string }) {
  const space = entry(state.spaces, id);
  const item = space ?? entry(state.collections, id);
  if (item === undefined) throw new Error(`state is broken: nothing has the id ${id}`);
  const own = space === undefined ? ["collection"] : [space.visibility, space.language];
  return (
    <li>
      <Item path={pathOf(space === undefined ? "collections" : "spaces", id)}>
        <Title text={item.title} />
        <Notes notes={[...own, ...accessNotes(state, item)]} />
      </Item>
      {"children" in item && item.children.length > 0 && <Tree state={state} ids={item.children} />}
    </li>
  );
}

/** Collections and spaces in a list, with those inside. */
function countIn(state: State, ids: readonly string[]): number {
  return ids.reduce((sum, id) => {
    const inside = entry(state.collections, id)?.children ?? [];
    return sum + 1 + countIn(state, inside);
  }, 0);
}

function teamOf({ state, organization }: OrganizationView, { id, title, members }: TeamState) {
  const people = Object.entries(members).map(([user, role]) =>
    role === "owner" ? `${userName(state, user)} (owner)` : userName(state, user),
  );
  return (
    <Item path={pathOf("orgs", organization.id, "teams", id)}>
      <Title text={title} />
      <Notes notes={people.length === 0 ? ["nobody"] : [people.join(", ")]} />
    </Item>
  );
}

function memberOf({ state, organization }: OrganizationView, { id, role, sso, disabled }: MemberState) {
  return (
    <Item path={pathOf("orgs", organization.id, "members", id)}>
      <Title text={userName(state, id)} />
      <Notes
        notes={[
          role ?? "guest",
          entry(state.users, id)?.email,
          sso && "single sign-on",
          disabled && "disabled",
          organization.removals?.includes(id) && "removal requested",
        ]}
      />
    </Item>
  );
}

/** People who have a mail, and have not joined yet. */
function Invited({ organization }: { readonly organization: OrganizationState }) {
  const all = Object.values(organization.invitations ?? {});
  if (all.length === 0) return undefined;
  return (
    <>
      <h4>Invited</h4>
      <List
        look="columns"
        of={all.map(({ email, role }) => (
          <Item path={pathOf("orgs", organization.id, "invites", email)}>
            <Title text={email} />
            <Notes notes={[role ?? "guest", "has not joined yet"]} />
          </Item>
        ))}
      />
    </>
  );
}

/** Names in the order that people expect, which does not change with what is created. */
function byName<Row>(all: readonly Row[], nameOf: (row: Row) => string): readonly Row[] {
  return all.toSorted((one, other) => compareNames(nameOf(one), nameOf(other)));
}

/** An address without what may be secret in it: its login and its query. */
function withoutSecrets(address: string): string {
  if (!URL.canParse(address)) return "an address that is none";
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}

/** Where the text of a spec comes from. */
function specSource({ sourceURL }: SpecState): string {
  return sourceURL === undefined ? "uploaded text" : withoutSecrets(sourceURL);
}

/** How somebody signs in, and as what. The certificate is not shown. */
function samlOf({ organization }: OrganizationView, provider: SamlProviderState) {
  const { id, label, ssoURL, defaultTeam, defaultRole } = provider;
  const team = defaultTeam === undefined ? undefined : entry(organization.teams.byId, defaultTeam);
  return (
    <Item path={pathOf("orgs", organization.id, "saml", id)}>
      <Title text={label} />
      <Notes
        notes={[
          ssoURL && withoutSecrets(ssoURL),
          defaultRole === undefined ? undefined : `joins as ${defaultRole ?? "guest"}`,
          team && `in team ${team.title}`,
        ]}
      />
    </Item>
  );
}

function specOf({ now, organization }: OrganizationView, spec: SpecState) {
  const progress = progressOf(spec.current, now);
  const isDone = progress.state === "complete";
  return (
    <Item path={pathOf("orgs", organization.id, "openapi", spec.slug)}>
      <Title text={spec.slug} />
      <Notes notes={[spec.visibility, specSource(spec), isDone && progress.error]} />
      {!isDone && <span data-pending="">, processing</span>}
    </Item>
  );
}
