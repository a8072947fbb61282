import type { CommandToCopy } from "../command-to-copy.ts";
import { namer } from "../plan/plan-view.ts";
import { terminalText } from "../safe-text.ts";
import { counted } from "../words.ts";
import { plain, type Style } from "./style.ts";
import { fileChanges } from "./text-diff.ts";

/** What a pull did, or would do. */
export interface PullReport {
  /** Aliases of the organizations. */
  readonly organizations: readonly string[];
  readonly resources: number;
  readonly requests: number;
  /** `before` is left out for a new one. */
  readonly files: readonly { readonly path: string; readonly before?: string; readonly text: string }[];
  readonly isDryRun: boolean;
  /** The environment that was pulled, and those of the files that are of every other one too. */
  readonly environment?: { readonly name: string; readonly shared: readonly string[] };
  readonly secrets: readonly SecretToSet[];
  readonly leftOut: readonly NotWritten[];
  /** What the manifests declare and the platform lacks. */
  readonly missing: readonly string[];
  /** Was that taken out? */
  readonly isPruned: boolean;
  /** Makes the commands that are proposed. */
  readonly command: CommandToCopy;
  /** What a plan would still change, though all was taken over. */
  readonly changing: readonly string[];
}

/** What a pull did, for people: what was written, and what is left for them to do. */
export function renderPullText(report: PullReport, style: Style = plain): string {
  const { organizations, resources, requests } = report;
  const what = `${counted(resources, "resource")} of ${organizations.join(", ")} (${counted(requests, "request")})`;
  return sectionsText([
    [`Read ${what}`],
    filesOf(report, style),
    sharedFiles(report),
    secretsSection(report.secrets),
    notWrittenSection(report.leftOut),
    missingSection(report),
    section("Still different, as docform plan shows:", report.changing),
  ]);
}

/** What the platform lacks, and the command that takes out just that: no other thing is pulled or pruned with it. */
function missingSection({ missing, isPruned, organizations, command }: PullReport): readonly string[] {
  if (isPruned) return section("Removed from the manifests, as it is not on the platform:", missing);
  const names = missing.map(namer(organizations));
  return [
    ...section("Declared, and not on the platform (left as it is):", missing),
    ...(missing.length === 0
      ? []
      : [`To remove it from the manifests: ${command("pull", "--declared", "--prune", ...names)}`]),
  ];
}

function filesOf({ files, isDryRun, leftOut }: PullReport, style: Style): readonly string[] {
  if (files.length === 0 && leftOut.length > 0)
    return ["Apart from what is named below, the manifests say what is live: nothing to write."];
  if (files.length === 0) return ["The manifests say what is live: nothing to write."];
  const done = isDryRun ? "Would write" : "Wrote";
  return [
    `${done} ${counted(files.length, "file")}:`,
    ...files.flatMap(({ path, before, text }) => [
      `  ${before === undefined ? style.green("+") : style.yellow("~")} ${terminalText(path)}`,
      ...(isDryRun && before !== undefined
        ? fileChanges(before, text, style, 2).map((line) => `    ${line}`)
        : []),
    ]),
  ];
}

/** What is pulled of one environment holds for the others where a manifest says it, which looks like any other change. */
function sharedFiles({ environment }: PullReport): readonly string[] {
  if (environment === undefined) return [];
  const { name, shared } = environment;
  return section(
    `Shared by all environments, not ${name}'s own (what only ${name} has belongs in an overlay):`,
    shared,
  );
}

/** What init did. */
export interface InitReport {
  readonly files: readonly string[];
  readonly variables: readonly SecretToSet[];
  readonly leftOut: readonly NotWritten[];
  /** What a plan of what was pulled would change; undefined when nothing was pulled. */
  readonly changing: readonly string[] | undefined;
  readonly resources: number;
  /** Lines that the .gitignore which is there lacks. */
  readonly toIgnore: readonly string[];
  readonly hasAddress: boolean;
}

/** What init wrote, what it means for a plan, and what is to be done next; for people. */
export function renderInitText(report: InitReport, style: Style): string {
  const { files, variables, leftOut, toIgnore } = report;
  return sectionsText([
    [
      `Wrote ${counted(files.length, "file")}:`,
      ...files.map((file) => `  ${style.green("+")} ${terminalText(file)}`),
    ],
    secretsSection(variables),
    notWrittenSection(leftOut),
    section("Add these lines to the .gitignore that is there:", toIgnore),
    initialPlan(report),
    section("Next:", nextSteps(report)),
  ]);
}

function initialPlan({ changing, resources }: InitReport): readonly string[] {
  if (changing === undefined) return [];
  if (changing.length > 0) return section("Still different, as docform plan shows:", changing);
  return [`The plan is empty: ${counted(resources, "resource")}, all as on the platform.`];
}

function nextSteps({ changing, hasAddress }: InitReport): readonly string[] {
  return [
    ...(hasAddress ? [] : ["DOCFORM_BASE_URL in the environment says where the platform is"]),
    ...(changing === undefined ? ["write what is to be managed into the manifest"] : []),
    "docform plan shows what would change",
    "docform doctor says what is wrong with the set-up",
  ];
}

/** A value that is in no manifest, and the variable that manifests take it from. */
export interface SecretToSet {
  readonly variable: string;
  readonly address: string;
  readonly field: string;
}

/** What is live and not in the manifests now, or not as it is live. */
export interface NotWritten {
  readonly address: string;
  readonly field?: string;
  readonly why: string;
}

/** A title with lines below it; nothing without lines. */
function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${terminalText(line)}`)];
}

/** What a person has to set after a pull. */
function secretsSection(secrets: readonly SecretToSet[]): readonly string[] {
  return section(
    "Set these variables before the next command. No manifest may hold their values:",
    secrets.map(({ variable, address, field }) => `${variable}   ${field} of ${address}`),
  );
}

/** What a pull could not take over, each with its reason. */
function notWrittenSection(all: readonly NotWritten[]): readonly string[] {
  const nameOf = ({ address, field }: NotWritten): string =>
    field === undefined ? address : `${address} ${field}`;
  return section(
    "Not written:",
    all.map((one) => `${nameOf(one)}: ${one.why}`),
  );
}

/** Sections with an empty line between them, and a newline at the end; those that are empty are left out. */
function sectionsText(sections: readonly (readonly string[])[]): string {
  const texts = sections.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${texts.join("\n\n")}\n`;
}
