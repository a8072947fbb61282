import { organizationOf, withoutOrganization } from "../../model/address.ts";
import type { Change, PlanDocument } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import { compareNames } from "../../text/compare-names.ts";
import { canonicalJson } from "../../text/json.ts";
import { foldAlike } from "../fold.ts";
import { countedChanges } from "../plan/alike.ts";
import { factsOf, type MemberFact } from "../plan/field-facts.ts";
import { accessWords, memberSigns, roleText } from "../text/field-lines.ts";
import { kindWords, peopleBehindText } from "../words.ts";
import {
  addressLink,
  type Content,
  foldedNames,
  type HtmlView,
  html,
  htmlTable,
  signed,
} from "./html-text.ts";

/** One thing that somebody gains, loses or keeps with another role: in a team, in an organization, or by an entry of access. */
interface AccessChange extends MemberFact {
  /** The address of the team or of the organization. */
  readonly of: string;
  readonly change: Change;
}

/** Columns at most: with more, each person has lists. */
const mostColumns = 4;

/** The access that people gain and lose: people as rows, those at risk first, and as columns what changes. */
export function accessHtml({ changes }: PlanDocument, view: HtmlView): Content {
  const access = changes.flatMap(accessOf);
  if (access.length === 0) return undefined;
  const people = [...groupBy(access, ({ member }) => member)].toSorted(
    ([one, his], [other, hers]) => rank(his) - rank(hers) || compareNames(one, other),
  );
  const isNew = (place: string): number => Number(place.startsWith(newOnes));
  const places = [...new Set(access.map(columnOf))].toSorted(
    (one, other) => isNew(one) - isNew(other) || compareNames(one, other),
  );
  const groups = foldAlike(people, ([, all]) => canonicalJson(all.map(alikeFacts)));
  const who = access.some(({ list }) => list === "access") ? "Person or team" : "Person";
  const table =
    places.length > mostColumns ? listsHtml(groups, who, view) : matrixHtml(groups, places, who, view);
  return html`<section>
<h2>${who === "Person" ? "People who" : "People and teams that"} gain or lose access</h2>
${table}</section>
`;
}

/** The access that many people have alike. A member counts as its own place. */
function alikeFacts({ mark, before, after, of, change }: AccessChange) {
  return { mark, before, after, of, action: change.action, risks: change.risks };
}

/** People who lose something or get a role with a risk come first, people of a new team last. */
function rank(all: readonly AccessChange[]): number {
  const ranks = all.map(({ mark, change }) => {
    if (mark === "leaves" || (mark === "changes" && (change.risks ?? []).length > 0)) return 0;
    if (mark === "changes") return 1;
    return change.action === "create" ? 3 : 2;
  });
  return Math.min(...ranks);
}

type Person = readonly [string, readonly AccessChange[]];
/** Somebody, or many with the same changes of access. */
type People = readonly [Person, ...Person[]];

/** New things of a kind share a column: nobody has anything in them yet. Who is invited joins the organization. */
const newOnes = "New ";

function columnOf({ of, change }: AccessChange): string {
  return change.action === "create" && of.includes("/") ? `${newOnes}${kindWords(change.kind)[1]}` : of;
}

function matrixHtml(
  groups: readonly People[],
  places: readonly string[],
  who: string,
  view: HtmlView,
): Content {
  const nameOf = (place: string): string =>
    place.startsWith(newOnes) ? place : place.includes("/") ? view.nameOf(place) : `organization ${place}`;
  const rows = groups.map((group) => [
    peopleHtml(group),
    ...places.map((place) =>
      cellHtml(
        group[0][1].filter((one) => columnOf(one) === place),
        view,
        place.startsWith(newOnes),
      ),
    ),
  ]);
  return htmlTable([who, ...places.map(nameOf)], rows, "access");
}

function listsHtml(groups: readonly People[], who: string, view: HtmlView): Content {
  const rows = groups.map((group) => [
    peopleHtml(group),
    ...(["joins", "changes", "leaves"] as const).map((mark) =>
      cellHtml(
        group[0][1].filter((one) => one.mark === mark),
        view,
        true,
      ),
    ),
  ]);
  return htmlTable([who, "Gains", "Changes", "Loses"], rows, "access");
}

/** A line for each change of access; the same in many teams is one. */
function cellHtml(all: readonly AccessChange[], view: HtmlView, saysWhere: boolean): Content {
  const groups = foldAlike(all, ({ mark, before, after }) => canonicalJson([mark, before, after]));
  return groups.map((group, at) => {
    const [one] = group;
    const names = group.map(({ change }) => addressLink(change.address, view));
    if (group.length > 1)
      return [
        changeHtml(one, view),
        foldedNames(`in ${countedChanges(group.map((each) => each.change))}`, names),
      ];
    const line = at === 0 ? undefined : html`<br />`;
    return [line, changeHtml(one, view), saysWhere ? inHtml(one, view) : undefined];
  });
}

function inHtml({ change, of }: AccessChange, view: HtmlView): Content {
  return of.includes("/") ? html` in ${addressLink(change.address, view)}` : undefined;
}

function peopleHtml(group: People): Content {
  const names = group.map(
    ([person, [first]]) => html`<code>${person}</code>${peopleBehindText(first?.people)}`,
  );
  return names.length === 1 ? names : foldedNames(`${names.length} people`, names);
}

function changeHtml({ mark, before, after, change }: AccessChange, { anchors }: HtmlView): Content {
  const looks = { joins: "create", leaves: "delete", changes: "update" };
  const roles = [before, after].filter((role) => role !== undefined);
  const names = roles.map((role) => (role === null ? "guest" : roleText(role)));
  const text = signed(looks[mark], memberSigns[mark], accessWords[mark]);
  return html`${text} <a href="#${anchors.get(change.address) ?? ""}">${names.join(" to ") || "access"}</a>`;
}

/** The effect of a change on the access of people: the members of a team, or the role of a member. */
function accessOf(change: Change): readonly AccessChange[] {
  const { address, kind, action, fields = [] } = change;
  if (action === "blocked") return [];
  if (kind !== "member") return factsOf(change).members.map((fact) => ({ ...fact, of: address, change }));
  const list = "members";
  const member = change.title ?? withoutOrganization(address).slice("members.".length);
  const of = organizationOf(address);
  if (action === "delete")
    return [{ mark: "leaves", list, member, before: undefined, after: undefined, of, change }];
  const role = fields.find(({ path }) => path === "role");
  if (action === "create")
    return [{ mark: "joins", list, member, before: undefined, after: role?.after, of, change }];
  if (role === undefined) return [];
  return [{ mark: "changes", list, member, before: role.before, after: role.after, of, change }];
}
