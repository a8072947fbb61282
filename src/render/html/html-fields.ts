import type { Change } from "../../model/documents/plan-document.ts";
import type { Json } from "../../text/json.ts";
import { type FieldFact, factsOf, type MemberFact, type Side } from "../plan/field-facts.ts";
import { memberSigns, roleText } from "../plan/plan-members.ts";
import { wholeDiff } from "../text/text-diff.ts";
import { valueText } from "../value.ts";
import { htmlTable } from "./html-table.ts";
import { type Content, html, type Markup, when } from "./html-text.ts";
import { signed } from "./html-view.ts";

/** The fields of a change, before and after, whole. */
export function fieldsHtml(change: Change): Content {
  const { fields, members } = factsOf(change);
  return [
    when(fields.length > 0, () => fieldTable(fields)),
    when(members.length > 0, () => memberTable(members)),
  ];
}

function fieldTable(fields: readonly FieldFact[]): Markup {
  const has = (side: "before" | "after") =>
    fields.some((fact) => fact.form === "lines" || (fact.form === "values" && fact[side] !== undefined));
  const sides = has("before") ? (["before", "after"] as const) : (["after"] as const);
  const names = { before: "Before", after: has("before") ? "After" : "Value" };
  const cells = (fact: FieldFact): readonly Content[] => {
    switch (fact.form) {
      case "hidden":
        return [fact.said];
      case "lines":
        return [linesHtml(fact.before, fact.after)];
      case "values":
        return sides.map((side) => sideHtml(fact[side]));
    }
  };
  return htmlTable(
    ["Field", ...sides.map((side) => names[side])],
    fields.map((fact) => [html`<code>${fact.path}</code>`, ...cells(fact)]),
  );
}

function sideHtml(side: Side | undefined): Content {
  if (side === undefined) return [];
  return "said" in side ? side.said : valueHtml(side.value);
}

/** A text of several lines as lines, anything else on one. */
function valueHtml(value: Json | undefined): Markup {
  if (typeof value === "string" && value.includes("\n"))
    return html`<pre>${value.split("\n").map((line) => html`${line}\n`)}</pre>`;
  return html`<code>${valueText(value, Number.POSITIVE_INFINITY)}</code>`;
}

function linesHtml(before: string, after: string): Markup {
  const { headline, lines = apart(before, after) } = wholeDiff(before, after);
  return html`${headline}<pre>${lines.map((line) => html`${lineHtml(line)}\n`)}</pre>`;
}

/** Texts with too little in common: one after the other. */
function apart(before: string, after: string): readonly string[] {
  return [...before.split("\n").map((line) => `-${line}`), ...after.split("\n").map((line) => `+${line}`)];
}

function lineHtml(line: string): Content {
  if (line === "…") return line;
  const [sign, text] = [line.slice(0, 1), line.slice(1)];
  if (sign === "+") return html`<ins>+ ${text}</ins>`;
  return sign === "-" ? html`<del>- ${text}</del>` : html`  ${text}`;
}

function memberTable(members: readonly MemberFact[]): Markup {
  const looks = { joins: "create", leaves: "delete", changes: "update" };
  const role = (value: Json | undefined): Content => (value === undefined ? [] : roleText(value));
  return htmlTable(
    ["Member", "What happens", "Role before", "Role after"],
    members.map(({ mark, member, before, after }) => [
      html`<code>${member}</code>`,
      signed(looks[mark], memberSigns[mark], mark),
      role(before),
      role(after),
    ]),
  );
}
