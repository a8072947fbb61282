import { atPath } from "../../text/partial-json.ts";
import { lookOf } from "../gitbook/customization.ts";
import { publishedSite } from "../resources/published-links.ts";
import { linkOf } from "../resources/sites.ts";
import type { GroupState, LinkState, SectionState, SiteSpaceList, SiteState } from "../store/site-state.ts";
import type { OrganizationState, State } from "../store/state.ts";
import { entry, known, rows } from "../store/table.ts";
import { accessNotes } from "./access-notes.ts";
import { Item, List, Notes, pathOf, Title } from "./item.tsx";

/** A site, the organization that has it, and where its spaces are. */
interface SiteView {
  readonly state: State;
  readonly organization: OrganizationState;
  readonly site: SiteState;
}

/** A site: who can open it, and its navigation as its readers see it. */
export function Site(view: SiteView) {
  const { state, organization, site } = view;
  return (
    <article>
      <h4>
        <Item path={sitePath(view)}>
          <Title text={site.title} />
          <Notes
            notes={[
              site.visibility,
              site.published ? "published" : "not published",
              ...accessNotes(state, site),
              ...lookNotes(site),
            ]}
          />
        </Item>
      </h4>
      <p class="dim">{publishedSite(organization, site) ?? "Nobody can open it yet."}</p>
      <Navigation {...view} />
      <ShareLinks {...view} />
    </article>
  );
}

/** The look of a site that somebody has changed, shortly. */
function lookNotes(site: SiteState): readonly string[] {
  if (site.customization === undefined) return [];
  const parts = Object.keys(site.customization).join(", ");
  const color = atPath(lookOf(site), ["styling", "primaryColor", "light"]);
  return [`look of its own: ${parts}; primary color ${color}`];
}

function sitePath({ organization, site }: SiteView, ...below: readonly string[]): string {
  return pathOf("orgs", organization.id, "sites", site.id, ...below);
}

function Navigation(view: SiteView) {
  const { site } = view;
  const hasSections = site.children.length > 0;
  if (!hasSections && site.siteSpaces.length === 0) return <p class="dim">It shows no space.</p>;
  return (
    <div class="reader">
      {hasSections ? <Entries view={view} ids={site.children} /> : <SiteSpaces view={view} list={site} />}
    </div>
  );
}

/** Sections, groups and links, in the order of the navigation. */
function Entries({ view, ids }: { readonly view: SiteView; readonly ids: readonly string[] }) {
  return (
    <ul class="entries">
      {ids.map((id) => {
        const group = entry(view.site.groups, id);
        const link = linkOf(view.site, id);
        if (group !== undefined)
          return (
            <li class="group">
              <Group view={view} group={group} />
            </li>
          );
        return (
          <li class="section">
            {link === undefined ? (
              <Section view={view} section={known(view.site.sections, id)} />
            ) : (
              <Link view={view} link={link} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Where a link leads is written, and not to click: a manifest said it. */
function Link({ view, link }: { readonly view: SiteView; readonly link: LinkState }) {
  return (
    <Item path={sitePath(view, "external-links", link.id)}>
      <Title text={link.title} />
      <Notes notes={[`leads to ${link.url}`, whenDraft(link), when(link)]} />
    </Item>
  );
}

function whenDraft({ draft }: { readonly draft?: boolean }): string | undefined {
  return draft === true ? "draft" : undefined;
}

function Group({ view, group }: { readonly view: SiteView; readonly group: GroupState }) {
  return (
    <>
      <Item path={sitePath(view, "section-groups", group.id)}>
        <Title text={group.title} />
        <Notes notes={["group", whenDraft(group)]} />
      </Item>
      <Entries view={view} ids={group.children} />
    </>
  );
}

function Section({ view, section }: { readonly view: SiteView; readonly section: SectionState }) {
  const { defaultSection } = view.site;
  return (
    <>
      <Item path={sitePath(view, "sections", section.id)}>
        <Title text={section.title} />
        <Notes
          notes={[
            `/${section.path}`,
            section.id === defaultSection && "opens first",
            whenDraft(section),
            when(section),
          ]}
        />
      </Item>
      <SiteSpaces view={view} list={section} />
    </>
  );
}

function when({ condition }: { readonly condition?: string }): string | undefined {
  return condition === undefined ? undefined : `when ${condition}`;
}

/** The spaces that readers switch between. */
function SiteSpaces({ view, list }: { readonly view: SiteView; readonly list: SiteSpaceList }) {
  return (
    <ul class="spaces">
      {list.siteSpaces.map((id) => {
        const { path, space, hidden, ...shown } = known(view.site.allSiteSpaces, id);
        const first = list.siteSpaces.length > 1 && id === list.defaultSiteSpace && "opens first";
        return (
          <li>
            <Item path={sitePath(view, "site-spaces", id)}>
              <Title text={known(view.state.spaces, space).title} />
              <Notes
                notes={[`/${path}`, first, hidden && "hidden from readers", whenDraft(shown), when(shown)]}
              />
            </Item>
          </li>
        );
      })}
    </ul>
  );
}

/** Share links without their addresses, which are secrets. */
function ShareLinks(view: SiteView) {
  const links = rows(view.site.shareLinks);
  if (links.length === 0) return null;
  const items = links.map(({ id, name, active }) => (
    <Item path={sitePath(view, "share-links", id)}>
      <Title text={name} />
      <Notes notes={[active ? "active" : "off"]} />
    </Item>
  ));
  return (
    <>
      <h5>Share links</h5>
      <List look="inline" of={items} />
    </>
  );
}
