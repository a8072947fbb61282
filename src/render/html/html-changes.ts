import { organizationOf } from "../../model/address.ts";
import type { Change, GuardVerdict, PlanDocument } from "../../model/documents/plan-document.ts";
import { groupBy } from "../../model/group-by.ts";
import type { Json } from "../../text/json.ts";
import { type FieldFact, factsOf, type MemberFact, type Side } from "../plan/field-facts.ts";
import { changeNotes, guardNote, type Note } from "../plan/plan-notes.ts";
import {
  actionLooks,
  type Block,
  heldAt,
  looseGuards,
  planBlocks,
  showsTitle,
  sourceText,
} from "../plan/plan-view.ts";
import { memberSigns, roleText } from "../text/field-lines.ts";
import { wholeDiff } from "../text/text-diff.ts";
import { valueText } from "../value.ts";
import { filterData } from "./html-filter.ts";
import { navigationHtml } from "./html-navigation.ts";
import {
  type Content,
  type HtmlView,
  html,
  htmlTable,
  type Markup,
  placeOf,
  sentenceHtml,
  signed,
} from "./html-text.ts";

/** Every change, by organization and outermost resource: what deletes comes first, then what has another risk. */
export function changesHtml(document: PlanDocument, view: HtmlView): Content {
  const blocks = planBlocks(document).toSorted((one, other) => rank(one, view) - rank(other, view));
  const groups = [...groupBy(blocks, ({ root }) => organizationOf(root))];
  return groups.map(
    ([organization, blocks]) => html`<section>
<h2>Changes${groups.length > 1 ? html` in <code>${organization}</code>` : undefined}</h2>
${blocks.map((block) => blockHtml(block, view))}</section>
`,
  );
}

function rank({ own, inner, told }: Block, { isRisky }: HtmlView): number {
  const changes = [...own, ...inner, ...told];
  if (changes.some(({ action }) => action === "delete")) return 0;
  return changes.some(isRisky) ? 1 : 2;
}

function blockHtml(block: Block, view: HtmlView): Markup {
  const { root, own, inner } = block;
  const loose = looseGuards(block).map(guardNote);
  return html`<article${own.length > 0 ? placeOf(root, view) : undefined}${filterData(own, view)}>
${ownHtml(block, view)}${navigationHtml(block, view)}${[...groupBy(inner, ({ address }) => address)].map(
  ([address, changes]) => html`<section${placeOf(address, view)}${filterData(changes, view)}>
<h4>${headHtml(changes, nameBelow(address, root, view))}</h4>
${changes.map((change, at) => changeHtml(change, at === 0 ? heldAt(block, address) : [], view))}</section>
`,
)}${notesHtml(loose, view)}</article>
`;
}

/** The HTML of the resource itself. A resource that only contains changes has a heading too. */
function ownHtml(block: Block, view: HtmlView): Markup {
  const { root, own, navigation } = block;
  const name = html`<code>${view.nameOf(root)}</code>`;
  if (own.length === 0)
    return html`<h3>${actionMark("update")} ${name}</h3>
${navigation && declaredHtml(navigation)}`;
  return html`<h3>${headHtml(own, name)}</h3>
${own.map((change, at) => changeHtml(change, at === 0 ? heldAt(block, root) : [], view))}`;
}

function headHtml(changes: readonly Change[], name: Markup): Content {
  const title = changes.find(showsTitle)?.title;
  return [
    changes.map(({ action }) => html`${actionMark(action)} `),
    name,
    title && html` <span class="title">${valueText(title, Number.POSITIVE_INFINITY)}</span>`,
  ];
}

function nameBelow(address: string, root: string, { nameOf }: HtmlView): Markup {
  const [name, start] = [nameOf(address), `${nameOf(root)}.`];
  if (!name.startsWith(start)) return html`<code>${name}</code>`;
  return html`<code><span class="dim">${start}</span>${name.slice(start.length)}</code>`;
}

function actionMark(action: Change["action"]): Markup {
  const { sign, word } = actionLooks[action];
  return signed(action, sign, word);
}

function changeHtml(change: Change, held: readonly GuardVerdict[], view: HtmlView): Markup {
  return html`${declaredHtml(change)}${fieldsHtml(change)}${notesHtml(changeNotes(change, held), view)}`;
}

function declaredHtml(of: Pick<Change, "source">): Content {
  const source = sourceText(of);
  return source && html`<p class="dim">declared at <code>${source}</code></p>\n`;
}

function notesHtml(notes: readonly Note[], view: HtmlView): Content {
  if (notes.length === 0) return undefined;
  const markOf = (mark: Note["mark"]): Content =>
    mark === "happens" ? undefined : html`<b class="${noteLooks[mark]}">${mark}:</b> `;
  return html`<ul class="notes">
${notes.map(({ mark, said }) => html`<li>${markOf(mark)}${sentenceHtml(said, view)}</li>\n`)}</ul>
`;
}

const noteLooks: Record<Note["mark"], string> = {
  blocked: "blocked",
  because: "same",
  happens: "same",
  risk: "update",
  hint: "move",
  held: "delete",
  allowed: "update",
};

function fieldsHtml(change: Change): Content {
  const { fields, members } = factsOf(change);
  return [
    fields.length > 0 ? fieldTable(fields) : undefined,
    members.length > 0 ? memberTable(members) : undefined,
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
  return html`${headline}<pre>${lines.map((line) => html`${lineHtml(line)}\n`)}</pre>`;
}

function lineHtml(line: string): Content {
  if (line === "…") return line;
  const [sign, text] = [line.slice(0, 1), line.slice(1)];
  if (sign === "+") return html`<ins>+ ${text}</ins>`;
  return sign === "-" ? html`<del>- ${text}</del>` : html`  ${text}`;
}

function memberTable(members: readonly MemberFact[]): Markup {
  const looks = { joins: "create", leaves: "delete", changes: "update" };
  const role = (value: Json | undefined): Content => (value === undefined ? undefined : roleText(value));
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
