import type { CommandToCopy } from "../command-to-copy.ts";
import { namer } from "../plan/plan-view.ts";
import { terminalText } from "../safe-text.ts";
import { counted } from "../words.ts";
import {
  type NotWritten,
  notWrittenSection,
  type SecretToSet,
  secretsSection,
  section,
  sectionsText,
} from "./adoption-text.ts";
import { fileChanges } from "./file-diff.ts";
import { plain, type Style } from "./style.ts";

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
  if (isPruned) return section("Taken out, as it is not on the platform:", missing);
  const names = missing.map(namer(organizations));
  return [
    ...section("Declared, and not on the platform (left as it is):", missing),
    ...(missing.length === 0
      ? []
      : [`Take it out with: ${command("pull", "--declared", "--prune", ...names)}`]),
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
