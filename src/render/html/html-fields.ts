import type { Change } from "../../model/documents/plan-document.ts";
import type { Json } from "../../text/json.ts";
import { type FieldFact, factsOf, type MemberFact, type Side } from "../plan/field-facts.ts";
import { accessWords, countedEntries, foldMembers, memberSigns, roleText } from "../text/field-lines.ts";
import { wholeDiff } from "../text/text-diff.ts";
import { valueText } from "../value.ts";
import { peopleBehindText } from "../words.ts";
import { type Content, foldedNames, html, htmlTable, type Markup, signed } from "./html-text.ts";

/** The fields of a change as tables. */
export function fieldsHtml(change: Change): Content {
  const { fields, members } = factsOf(change);
  return [
    fields.length > 0 ? fieldTable(fields) : undefined,
    members.length > 0 ? memberList(members) : undefined,
  ];
}

function fieldTable(fields: readonly FieldFact[]): Markup {
  const has = (side: "before" | "after") =>
    fields.some((fact) => fact.form === "lines" || (fact.form === "values" && fact[side] !== undefined));
  const sides = has("before") ? (["before", "after"] as const) : (["after"] as const);
  const names = { before: "Before", after: has("before") ? "After" : "Value" };
  const cells = (fact: FieldFact): readonly Content[] => {
    if (fact.form === "hidden") return [fact.said];
    if (fact.form === "lines") return [linesHtml(fact.before, fact.after)];
    return sides.map((side) => sideHtml(fact[side]));
  };
  return htmlTable(
    ["Field", ...sides.map((side) => names[side])],
    fields.map((fact) => [html`<code>${fact.path}</code>`, ...cells(fact)]),
  );
}

function sideHtml(side: Side | undefined): Content {
  if (side === undefined) return undefined;
  return "said" in side ? side.said : valueHtml(side.value);
}

/** A text of several lines as lines, anything else on one. */
function valueHtml(value: Json | undefined): Markup {
  if (typeof value === "string" && value.includes("\n"))
    return html`<pre>${value.split("\n").map((line) => html`${line}\n`)}</pre>`;
  return html`<code>${valueText(value, Number.POSITIVE_INFINITY)}</code>`;
}

function linesHtml(before: string, after: string): Markup {
  // Texts with too little in common: one after the other.
  const apart = (): readonly string[] => [
    ...before.split("\n").map((line) => `-${line}`),
    ...after.split("\n").map((line) => `+${line}`),
  ];
  const { headline, lines = apart() } = wholeDiff(before, after);
  return html`${headline}<pre>${lines.map((line) => html`${diffLineHtml(line)}\n`)}</pre>`;
}

function diffLineHtml(line: string): Content {
  if (line === "…") return line;
  const [sign, text] = [line.slice(0, 1), line.slice(1)];
  if (sign === "+") return html`<ins>+ ${text}</ins>`;
  return sign === "-" ? html`<del>- ${text}</del>` : html`  ${text}`;
}

/** The people who join, leave or get another role: in columns, as many teams may change. */
function memberList(members: readonly MemberFact[]): Markup {
  const looks = { joins: "create", leaves: "delete", changes: "update" };
  return html`<ul class="members">
${foldMembers(members).map((group) => {
  const [{ mark, list, before, after }] = group;
  const word = list === "access" ? accessWords[mark] : mark;
  const names = group.map((one) => html`<code>${one.member}</code>${peopleBehindText(one.people)}`);
  const roles = [before, after].filter((role) => role !== undefined).map(roleText);
  const who = names.length === 1 ? names : foldedNames(countedEntries(group), names);
  return html`<li>${signed(looks[mark], memberSigns[mark], word)} ${roles.join(" to ")} ${who}</li>\n`;
})}</ul>
`;
}

/** A fact about a field, on one line. */
export function factHtml(fact: FieldFact): Content {
  const name = html` <code>${fact.path}</code> `;
  if (fact.form === "hidden") return [name, fact.said];
  if (fact.form === "lines") return undefined;
  const sides = [fact.before, fact.after].filter((side) => side !== undefined).map(sideHtml);
  return [name, sides.map((side, at) => [at > 0 ? " → " : "", side])];
}
