import { kindsOfAll } from "../kinds/kinds-of.ts";
import type { ProjectFiles } from "../manifest/read/project-files.ts";
import { readYaml } from "../manifest/read/read-file.ts";
import { createReport, didYouMean, inOrder, type Report } from "../manifest/read/report.ts";
import { entryOf, type Tree, toJson, valueSource } from "../manifest/read/tree.ts";
import { checkData, type DataForm } from "../manifest/schema/check-value.ts";
import { comparablePerson } from "../model/address.ts";
import { type Diagnostic, error, type Source } from "../model/diagnostic.ts";
import type { Texts } from "../model/stop.ts";
import type { compile, Expression, Mistake } from "./expression.ts";
import { placeOfMistake } from "./expression-place.ts";
import { policyFileSchema, type WrittenRule } from "./policy-file.ts";

/** A rule that can be asked. */
export interface Rule extends Omit<WrittenRule, "assert"> {
  readonly expression: Expression;
  /** Where its name stands. */
  readonly source: Source;
  /** Where a mistake of its expression stands. */
  readonly placeOf: (mistake: Mistake) => Source;
}

/** The rules of some files, and what is wrong with those that cannot be used. */
export interface Rules extends Texts {
  readonly rules: readonly Rule[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The input of reading rules. */
interface Reading {
  readonly report: Report;
  /** Text of each file. */
  readonly sources: Map<string, string>;
  readonly compile: typeof compile;
}

/** Reads and compiles the rules of some files of a project. */
export async function readRules(io: ProjectFiles, files: readonly string[]): Promise<Rules> {
  const report = createReport();
  const sources = new Map<string, string>();
  const rules: Rule[] = [];
  // CEL is loaded only where there are policies.
  const { compile } = await import("./expression.ts");
  for (const file of files) {
    const before = report.diagnostics.length;
    const { documents } = await readYaml({ io, report, sources }, file);
    const own = documents.flatMap((document) => rulesIn({ report, sources, compile }, document));
    if (own.length === 0 && report.diagnostics.length === before) report.add(noRules(file, documents[0]));
    rules.push(...own);
  }
  report.add(namedTwice(rules));
  return { rules, diagnostics: inOrder(report.diagnostics), sources, files };
}

function rulesIn(reading: Reading, document: Tree): readonly Rule[] {
  const hint = "docs/guides/policies.md says what a rule takes";
  const form: DataForm = { schema: policyFileSchema(), code: "DF6001", hint };
  const mistakes = checkData(form, document);
  reading.report.add(mistakes);
  if (mistakes.length > 0) return [];
  const { rules } = policyFileSchema().parse(toJson(document));
  const list = entryOf(document, "rules")?.value;
  const trees = list?.type === "list" ? list.items : [];
  return rules.flatMap((rule, at) => ruleOf(reading, rule, trees[at] ?? document));
}

function ruleOf(
  { report, sources, compile }: Reading,
  { assert, ...rule }: WrittenRule,
  tree: Tree,
): readonly Rule[] {
  const text = sources.get(tree.source.file);
  const placeIn = (map: Tree | undefined, key: string): Source => {
    const entry = entryOf(map, key);
    return entry === undefined ? tree.source : valueSource(entry);
  };
  const inFile = (mistake: Mistake): Source => placeOfMistake(text, placeIn(tree, "assert"), assert, mistake);
  report.add(capitals(rule.name, assert, placeIn(tree, "assert")));
  report.add(unknownFields(rule, placeIn(entryOf(tree, "when")?.value, "field")));
  const expression = compile(assert);
  if (typeof expression === "function")
    return [{ ...rule, expression, source: placeIn(tree, "name"), placeOf: inFile }];
  report.add(unusable(rule.name, expression, inFile(expression)));
  return [];
}

/** An email with capitals would never be equal to one that a rule is asked about: those are in lower case. */
function capitals(name: string, assert: string, source: Source): readonly Diagnostic[] {
  const named = [...assert.matchAll(/(["'])((?:members\.)?[\w.+-]+@[\w.-]+)\1/g)].map(
    ([, , email = ""]) => email,
  );
  const wrong = named.find((email) => email !== comparablePerson(email));
  if (wrong === undefined) return [];
  const hint = `Write "${comparablePerson(wrong)}": a rule is asked about emails in lower case.`;
  return [error("DF6001", `the policy ${name} cannot be used: it names "${wrong}"`, { source, hint })];
}

/** An emptied file guards nothing any more, which looks like a rule that holds. */
function noRules(file: string, document: Tree | undefined): Diagnostic {
  const entry = entryOf(document, "rules");
  const source = entry === undefined ? { file, line: 1, column: 1 } : valueSource(entry);
  return { code: "DF6003", severity: "warning", message: `the policy file ${file} has no rules`, source };
}

/** The diagnostic of a rule whose expression has a mistake, or cannot be evaluated for a change. */
export function unusable(name: string, { message }: Mistake, source: Source, address?: string): Diagnostic {
  const what = address === undefined ? "" : ` for ${address}`;
  const hint = hintFor(message, address !== undefined);
  return error("DF6001", `the policy ${name} cannot be used${what}: ${message}`, {
    source,
    ...(hint === undefined ? {} : { hint }),
  });
}

/** The diagnostic of a rule that cannot say whether it holds for a change, as that takes too long. It holds the plan. */
export function ranOut(name: string, { message }: Mistake, source: Source, address: string): Diagnostic {
  const hint =
    "Make the rule cheaper: nest fewer macros, use simpler patterns, or ask about one kind or field with when.";
  return {
    code: "DF6004",
    severity: "warning",
    message: `the policy ${name} cannot be asked about ${address}: ${message}`,
    source,
    hint,
  };
}

/** The advice for an unknown key. When the rule is compiled, no document can have that key: it is mistyped. */
function hintFor(message: string, isAsked: boolean): string | undefined {
  const key = isAsked ? /^No such key: (\S+)$/.exec(message)?.[1] : undefined;
  if (key !== undefined)
    return `Not every change has this key. Ask has(….${key}) first, or write ….?${key}.orValue("").`;
  if (message.startsWith("RE2 does not take"))
    return "Patterns are of RE2 (github.com/google/re2/wiki/Syntax): they have no look-around and no back-references.";
  if (!message.startsWith("no such overload: ")) return undefined;
  return "Compare values of one type. int(…), double(…) and string(…) convert a value.";
}

/** Paths of changes that are no field of a kind: a place among others. */
const places = ["position", "container"];

/** A rule about a field that no kind has would never be asked. */
function unknownFields(
  { name, when = {} }: Pick<WrittenRule, "name" | "when">,
  source: Source,
): readonly Diagnostic[] {
  const asked = when.kind === undefined ? undefined : [when.kind].flat();
  const meant = kindsOfAll.filter((kind) => asked?.includes(kind.name) !== false);
  const known = new Set([
    ...places,
    ...meant.flatMap((kind) => [
      ...Object.keys(kind.fields),
      ...(kind.task === undefined ? [] : [kind.task.name]),
    ]),
  ]);
  return [when.field ?? []].flat().flatMap((path) => {
    const [head = ""] = path.split(".", 1);
    if (known.has(head)) return [];
    const what = asked === undefined ? "no kind" : `no ${asked.join(" or ")}`;
    const message = `the policy ${name} cannot be used: ${what} has a field "${head}"`;
    return [error("DF6001", message, { source, ...didYouMean(head, known) })];
  });
}

function namedTwice(rules: readonly Rule[]): readonly Diagnostic[] {
  const firsts = new Map([...rules].reverse().map((rule) => [rule.name, rule]));
  return rules.flatMap((rule) => {
    const first = firsts.get(rule.name);
    if (first === undefined || first === rule) return [];
    const related = [{ message: "the first of them", source: first.source }];
    const message = `two policies have the name ${rule.name}`;
    return [error("DF6001", message, { source: rule.source, related })];
  });
}
