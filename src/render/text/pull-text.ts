import { type CommandToCopy, commandsLike } from "../command-to-copy.ts";
import { foldAlike } from "../fold.ts";
import { terminalText } from "../safe-text.ts";
import { counted } from "../words.ts";
import { page } from "./columns.ts";
import { plain, type Style } from "./style.ts";
import { fileChanges } from "./text-diff.ts";

interface PullReport {
  /** Aliases of the organizations. */
  readonly organizations: readonly string[];
  readonly resources: number;
  readonly requests: number;
  /** `before` is undefined for a new file. */
  readonly files: readonly { readonly path: string; readonly before?: string; readonly text: string }[];
  readonly isDryRun: boolean;
  /** The environment that was pulled, and those of the files that are of every other one too. */
  readonly environment?: { readonly name: string; readonly shared: readonly string[] };
  readonly secrets: readonly SecretToSet[];
  readonly leftOut: readonly NotWritten[];
  /** Addresses that the manifests declare and the platform lacks. */
  readonly missing: readonly string[];
  /** Whether missing addresses were removed from the manifests. */
  readonly isPruned: boolean;
  /** Makes the commands that are proposed. */
  readonly command: CommandToCopy;
  /** The name of an address in them. */
  readonly nameOf: (address: string) => string;
  /** Addresses that a plan would still change after the pull. */
  readonly changing: readonly string[];
}

/** The result of a pull: the written files, and the remaining tasks of the user. */
export function renderPullText(report: PullReport, style: Style = plain): string {
  const { organizations, resources, requests } = report;
  const what = `${counted(resources, "resource")} of ${organizations.join(", ")} (${counted(requests, "request")})`;
  return page([
    [`Read ${what}`],
    filesOf(report, style),
    sharedFiles(report),
    secretsSection(report.secrets),
    notWrittenSection(report.leftOut),
    missingSection(report),
    section("Still different, as docform plan shows:", report.changing),
  ]);
}

/** The missing objects, and the command that removes exactly those from the manifests. */
function missingSection({ missing, isPruned, command, nameOf }: PullReport): readonly string[] {
  if (isPruned) return section("Removed from the manifests, since the platform does not have it:", missing);
  const names = missing.map(nameOf);
  return [
    ...section("Declared, and not on the platform (not changed):", missing),
    ...(missing.length === 0
      ? []
      : [
          `To remove ${missing.length === 1 ? "it" : "them"} from the manifests: ${command("pull", "--declared", "--prune", ...names)}`,
        ]),
  ];
}

function filesOf({ files, isDryRun, leftOut }: PullReport, style: Style): readonly string[] {
  if (files.length === 0) {
    const start = leftOut.length > 0 ? "Apart from what is named below, the" : "The";
    return [`${start} manifests say what is live: nothing to write.`];
  }
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

/**
 * A pull of one environment writes shared manifests too, and these apply to the other environments as well.
 */
function sharedFiles({ environment }: PullReport): readonly string[] {
  if (environment === undefined) return [];
  const { name, shared } = environment;
  return section(
    `Shared by all environments, not ${name}'s own (what only ${name} has belongs in an overlay):`,
    shared,
  );
}

interface InitReport {
  readonly files: readonly string[];
  readonly variables: readonly SecretToSet[];
  readonly leftOut: readonly NotWritten[];
  /** Addresses that a plan would change after the pull; undefined when nothing was pulled. */
  readonly changing: readonly string[] | undefined;
  readonly resources: number;
  /** Lines that the .gitignore which is there lacks. */
  readonly toIgnore: readonly string[];
  readonly hasAddress: boolean;
  /** The settings that lead to the state from this machine; undefined when it is in the project folder. */
  readonly reachingState: string | undefined;
  /** The pipeline that the one at the root of the repository has to include, where it does not lie there. */
  readonly toInclude: string | undefined;
  readonly environments: readonly string[];
  /** The project folder as it was given. */
  readonly directory: string;
}

/** The result of init: the written files, the state of the plan, and the next steps. */
export function renderInitText(report: InitReport, style: Style): string {
  const { files, variables, leftOut, toIgnore, changing } = report;
  return page([
    [
      `Wrote ${counted(files.length, "file")}:`,
      ...files.map((file) => `  ${style.green("+")} ${terminalText(file)}`),
    ],
    secretsSection(variables),
    notWrittenSection(leftOut),
    section("Add these lines to the .gitignore that is there:", toIgnore),
    section("Still different, as docform plan shows:", changing ?? []),
    changing?.length === 0
      ? [`The plan is empty: ${counted(report.resources, "resource")}, all as on the platform.`]
      : [],
    section("Next:", nextSteps(report)),
  ]);
}

function nextSteps(report: InitReport): readonly string[] {
  const { changing, hasAddress, reachingState, toInclude, environments, directory } = report;
  const project = commandsLike({ directory });
  // Each environment has a state of its own.
  const places = environments.map((env) => commandsLike({ directory, env }));
  const [command = project] = places;
  return [
    ...(toInclude === undefined
      ? []
      : [`write into .gitlab-ci.yml at the root of the repository: include: [{ local: ${toInclude} }]`]),
    ...(environments.length === 0
      ? []
      : [`write into docform.yaml the ids that organizations have in ${environments.join(", ")}`]),
    ...(hasAddress ? [] : ["DOCFORM_BASE_URL in the environment says where the platform is"]),
    ...(reachingState === undefined ? [] : [reachingState]),
    ...(reachingState === undefined || changing === undefined
      ? []
      : (places.length === 0 ? [project] : places).map(
          (copied) => `${copied("state", "migrate", "--from", "local")} brings there the ids that init found`,
        )),
    ...(changing === undefined ? ["write what is to be managed into the manifest"] : []),
    `${command("plan")} shows what would change`,
    `${command("doctor")} says what is wrong with the set-up`,
  ];
}

/** A secret value that no manifest contains, and the environment variable that replaces it. */
interface SecretToSet {
  readonly variable: string;
  readonly address: string;
  readonly field: string;
}

/** A live value that the manifests do not contain, or contain differently. */
interface NotWritten {
  readonly address: string;
  readonly field?: string;
  readonly why: string;
}

/** A title with lines below it; nothing without lines. */
function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${terminalText(line)}`)];
}

function secretsSection(secrets: readonly SecretToSet[]): readonly string[] {
  return section(
    "Set these variables before the next command. No manifest may have their values:",
    secrets.map(({ variable, address, field }) => `${variable}   ${field} of ${address}`),
  );
}

function notWrittenSection(all: readonly NotWritten[]): readonly string[] {
  const groups = foldAlike(all, ({ field = "", why }) => `${field} ${why}`);
  const lines = groups.map(([{ address, field, why }, ...others]) => {
    const more = others.length === 0 ? "" : ` and ${others.length} more`;
    return `${address}${field === undefined ? "" : ` ${field}`}${more}: ${why}`;
  });
  return section("Not written:", lines);
}
