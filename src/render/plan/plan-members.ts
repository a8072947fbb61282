import type { Json } from "../../text/json.ts";
import { terminalText } from "../safe-text.ts";
import { table } from "../text/columns.ts";
import type { Style } from "../text/style.ts";
import { valueText } from "../value.ts";
import type { MemberFact } from "./field-facts.ts";

/** Signs of what becomes of members. */
export const memberSigns = { joins: "+", leaves: "-", changes: "~" } as const satisfies Record<
  MemberFact["mark"],
  string
>;

/** Who joins a team, who leaves it, and whose role changes: one line each. */
export function memberLines(members: readonly MemberFact[], style: Style): readonly string[] {
  return table(members.map((fact) => memberRow(fact, style)));
}

function memberRow(fact: MemberFact, style: Style): readonly string[] {
  const paints = { joins: style.green, leaves: style.red, changes: style.yellow };
  const sign = paints[fact.mark](memberSigns[fact.mark]);
  return [`${sign} ${terminalText(fact.member)}`, rolesText(fact)];
}

function rolesText({ mark, before, after }: MemberFact): string {
  if (mark === "changes") return `${roleText(before)} → ${roleText(after)}`;
  return roleText(mark === "joins" ? after : before);
}

/** A role: a word, or what is written in its place. */
export function roleText(value: Json | undefined): string {
  return typeof value === "string" ? terminalText(value) : valueText(value);
}
