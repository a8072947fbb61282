import { isDeepStrictEqual } from "node:util";
import type { StateSetting } from "../../manifest/schema/project-file.ts";
import type { Desired } from "../../model/desired.ts";
import type { GuardVerdict, PlanDocument } from "../../model/documents/plan-document.ts";
import type { GuardSettings } from "../../planner/guards/guard.ts";
import type { Policy } from "../../planner/guards/policy.ts";
import type { Plan } from "../../planner/plan.ts";
import { markdownCode, markdownText } from "../../render/markdown/markdown-text.ts";
import { terminalText } from "../../render/safe-text.ts";
import { counted, firstNames } from "../../render/words.ts";
import { canonicalJson, compareText, equalJson, type Json } from "../../text/json.ts";
import { ruleChangesAllow } from "./allowed.ts";

/** The rules of the branch that a pull request is to be merged into. */
export interface BaseRules {
  readonly branch: string;
  /** Files of policies and tests that differ, and how. */
  readonly files: readonly string[];
  /** Undefined when docform.yaml is the same. */
  readonly settings?:
    | {
        readonly guards: GuardSettings;
        readonly state: StateSetting | undefined;
        /** The name of the project, and what it may manage. */
        readonly desired: Pick<Desired, "scope">;
      }
    | undefined;
  readonly policies: readonly Policy[];
  /** Why they cannot be asked. */
  readonly problem?: string | undefined;
}

/** How the rules of a pull request differ from those of its base, and what only the base would hold. */
export interface RuleChanges {
  readonly branch: string;
  /** The files and settings. */
  readonly differing: readonly string[];
  /** False when the rules of the base could not be asked. */
  readonly isKnown: boolean;
  /** Verdicts that the rules of the pull request do not give. */
  readonly verdicts: readonly GuardVerdict[];
}

/** The files that differ between two folders, by the ids of their content. */
export function changedFiles(
  base: ReadonlyMap<string, string>,
  head: ReadonlyMap<string, string>,
): readonly string[] {
  const paths = [...new Set([...base.keys(), ...head.keys()])].sort(compareText);
  return paths.flatMap((path) => {
    if (base.get(path) === head.get(path)) return [];
    return [`${path}${head.has(path) ? (base.has(path) ? "" : " (new)") : " (missing)"}`];
  });
}

/** The settings of a project that decide what is held, where its record is, and what it may manage. */
type OwnSettings = NonNullable<BaseRules["settings"]>;

/** Compares the rules, and asks those of the base of the same plan. Undefined when they are the same. */
export function ruleChangesIn(
  { document, judge }: Pick<Plan, "document" | "judge">,
  own: OwnSettings,
  { branch, files, settings, policies, problem }: BaseRules,
  isLetPass: boolean,
): RuleChanges | undefined {
  const differing = [...files, ...(settings === undefined ? [] : differingSettings(own, settings))];
  if (problem !== undefined) {
    const message = `the rules of ${branch} cannot be asked: ${problem}`;
    const verdicts = [verdictOf({ rule: "policy", message }, isLetPass)];
    return { branch, differing, isKnown: false, verdicts };
  }
  if (differing.length === 0) return undefined;
  const known = new Set(foundBy(judge(document)).map(findingKey));
  const byBase = foundBy(judge(document, { guards: (settings ?? own).guards, policies }));
  const verdicts = byBase
    .filter((one) => !known.has(findingKey(one)))
    .map((one) => verdictOf({ ...one, message: `under the rules of ${branch}: ${one.message}` }, isLetPass));
  return { branch, differing, isKnown: true, verdicts };
}

function differingSettings(own: OwnSettings, base: OwnSettings): readonly string[] {
  const names = Object.keys(base.guards) as (keyof GuardSettings)[];
  const guards = names.filter((name) => !equalJson(jsonOf(own.guards[name]), jsonOf(base.guards[name])));
  const isStateSame = equalJson(jsonOf(own.state), jsonOf(base.state));
  const isScopeSame = isDeepStrictEqual(own.desired.scope, base.desired.scope);
  return [
    ...guards.map((name) => `guards.${name}`),
    ...(isStateSame ? [] : ["state"]),
    ...(isScopeSame ? [] : ["scope"]),
  ];
}

function jsonOf(value: unknown): Json {
  return (value ?? null) as Json;
}

type Found = Omit<GuardVerdict, "held">;

/** The rules that hold a plan, with the policies that could not be asked: those hold it too. */
function foundBy({ verdicts, diagnostics }: ReturnType<Plan["judge"]>): readonly Found[] {
  const unasked = diagnostics.filter(({ severity }) => severity === "error");
  return [
    ...verdicts.map(({ held: _, ...found }) => found),
    ...unasked.map(({ message }) => ({ rule: "policy", message })),
  ];
}

function findingKey({ rule, address = "", message, allow = "" }: Found): string {
  return canonicalJson([rule, address, message, allow]);
}

function verdictOf(found: Found, isLetPass: boolean): GuardVerdict {
  return { ...found, held: !isLetPass, allow: ruleChangesAllow };
}

/** A plan that is held by the rules of the base, too. Its digest stays: what holds a plan is no part of it. */
export function heldByBase(
  document: PlanDocument,
  { verdicts }: Pick<RuleChanges, "verdicts">,
): PlanDocument {
  const held = document.summary.held + verdicts.filter((one) => one.held).length;
  return {
    ...document,
    summary: { ...document.summary, held },
    guards: [...document.guards, ...verdicts],
  };
}

/** Names and findings that a text lists. */
const most = 10;

/** The lines of a comment about the rules, above the plan. */
export function ruleChangesBlock({ branch, differing, isKnown, verdicts }: RuleChanges): string {
  const base = markdownCode(branch);
  const more = verdicts.length > most ? [`- … and ${verdicts.length - most} more`] : [];
  const lines = [
    "[!WARNING]",
    ...(differing.length === 0
      ? []
      : [`**The rules differ from those of ${base}:** ${firstNames(differing.map(markdownCode), most)}.`]),
    ...(verdicts.length === 0
      ? [`The rules of ${base} hold nothing more.`]
      : [
          `${isKnown ? `The rules of ${base} would hold this` : `Nobody knows what the rules of ${base} would hold`}, ${endOf(verdicts)}:`,
          "",
          ...verdicts.slice(0, most).map(verdictLine),
          ...more,
        ]),
  ];
  return lines.map((line) => `> ${line}`.trimEnd()).join("\n");
}

function endOf(verdicts: RuleChanges["verdicts"]): string {
  if (!verdicts.some(({ held }) => held)) return "and somebody let it pass";
  return "so it is held until a person other than the author lets it pass";
}

function verdictLine({ address, message }: GuardVerdict): string {
  return `- ${address === undefined ? "" : `${markdownCode(address)}: `}${markdownText(message, 300)}`;
}

/** The same for the log, on a line. */
export function ruleChangesText({ branch, differing, verdicts }: RuleChanges): string {
  if (differing.length === 0) return "";
  const held = verdicts.length === 0 ? "hold nothing" : `hold ${counted(verdicts.length, "thing")}`;
  return `The rules differ from those of ${terminalText(branch)}, which also ${held}: ${firstNames(differing.map(terminalText), most)}.\n`;
}
