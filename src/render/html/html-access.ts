import { organizationOf, withoutOrganization } from "../../model/address.ts";
import type { Change, PlanDocument } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Json } from "../../text/json.ts";
import { factsOf, type MemberFact } from "../plan/field-facts.ts";
import { memberSigns, roleText } from "../text/field-lines.ts";
import { addressLink, type Content, type HtmlView, html, htmlTable, signed } from "./html-text.ts";

/** One thing that a person gains, loses or keeps with another role: in a team, or in an organization. */
interface AccessChange extends MemberFact {
  /** The address of the team or of the organization. */
  readonly of: string;
  readonly change: Change;
}

/** Columns at most: with more, each person has lists. */
const mostColumns = 8;

/** Who gains and who loses what: people as rows, teams and organizations as columns. */
export function accessHtml({ changes }: PlanDocument, view: HtmlView): Content {
  const access = changes.flatMap(accessOf);
  if (access.length === 0) return undefined;
  const people = [...groupBy(access, ({ member }) => member)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const places = [...new Set(access.map(({ of }) => of))].sort();
  const table = places.length > mostColumns ? listsHtml(people, view) : matrixHtml(people, places, view);
  return html`<section>
<h2>People who gain or lose access</h2>
${table}</section>
`;
}

type Person = readonly [string, readonly AccessChange[]];

function matrixHtml(people: readonly Person[], places: readonly string[], view: HtmlView): Content {
  const columns = places.map((place) => (place.includes("/") ? view.nameOf(place) : `organization ${place}`));
  const rows = people.map(([person, all]) => [
    html`<code>${person}</code>`,
    ...places.map((place) =>
      all.filter(({ of }) => of === place).map((one, at) => [lineBreak(at), changeHtml(one, view)]),
    ),
  ]);
  return htmlTable(["Person", ...columns], rows, "access");
}

function listsHtml(people: readonly Person[], view: HtmlView): Content {
  const rows = people.map(([person, all]) => [
    html`<code>${person}</code>`,
    ...(["joins", "changes", "leaves"] as const).map((mark) =>
      all
        .filter((one) => one.mark === mark)
        .map((one, at) => [lineBreak(at), addressLink(one.change.address, view), " ", changeHtml(one, view)]),
    ),
  ]);
  return htmlTable(["Person", "Gains", "Changes", "Loses"], rows, "access");
}

function lineBreak(at: number): Content {
  return at === 0 ? undefined : html`<br />`;
}

function changeHtml({ mark, before, after, change }: AccessChange, { anchors }: HtmlView): Content {
  const words = { joins: "gains", leaves: "loses", changes: "changes" };
  const looks = { joins: "create", leaves: "delete", changes: "update" };
  const roles = [before, after].filter((role) => role !== undefined).map(nameOfRole);
  const text = signed(looks[mark], memberSigns[mark], words[mark]);
  return html`${text} <a href="#${anchors.get(change.address) ?? ""}">${roles.join(" to ") || "access"}</a>`;
}

function nameOfRole(role: Json | undefined): string {
  return role === null ? "guest" : roleText(role);
}

/** What a change does to the access of people: the members of a team, or the role of a member. */
function accessOf(change: Change): readonly AccessChange[] {
  const { address, kind, action, fields = [] } = change;
  if (action === "blocked") return [];
  if (kind !== "member") return factsOf(change).members.map((fact) => ({ ...fact, of: address, change }));
  const member = change.title ?? withoutOrganization(address).slice("members.".length);
  const of = organizationOf(address);
  if (action === "delete")
    return [{ mark: "leaves", member, before: undefined, after: undefined, of, change }];
  const role = fields.find(({ path }) => path === "role");
  if (role === undefined) return [];
  return [{ mark: "changes", member, before: role.before, after: role.after, of, change }];
}
