import { shellWord } from "../text/shell-word.ts";
import { terminalText } from "./safe-text.ts";

/** The options of a command line that locate the project and the access. A proposed command repeats them. */
export interface GivenOptions {
  readonly directory?: string;
  readonly env?: string;
  /** `name=value` of each `--var`. */
  readonly var?: readonly string[];
  readonly tokenFile?: string;
  readonly insecureHttp?: boolean;
  /** The organizations that a command is about, where the project has others. */
  readonly unit?: readonly string[];
  /** Addresses of `--run`, `--resend` and `--prune`. */
  readonly run?: readonly string[];
  readonly resend?: readonly string[];
  readonly prune?: readonly string[];
  /** Addresses of `--overwrite`. */
  readonly overwrite?: readonly string[];
}

/** Makes a command to copy of its words: `docform undo RUN --env production`. */
export type CommandToCopy = (...words: readonly string[]) => string;

/** The command line that makes, of words, the command that works where this one was given. */
export function commandsLike(given: Omit<GivenOptions, "run" | "resend" | "prune">): CommandToCopy {
  const { directory = ".", env, var: variables = [], tokenFile, insecureHttp, unit = [] } = given;
  const options = [
    ...(directory === "." ? [] : ["-C", directory]),
    ...(env === undefined ? [] : ["--env", env]),
    ...variables.flatMap((one) => ["--var", one]),
    ...(tokenFile === undefined ? [] : ["--token-file", tokenFile]),
    ...(insecureHttp === true ? ["--insecure-http"] : []),
  ];
  const targets = unit.flatMap((alias) => ["--target", alias]);
  return (...words) => {
    const isNamed = words.includes("--target") || !takingTargets.has(words[0] ?? "");
    const all = ["docform", ...(isNamed ? ofUnit(unit, words) : [...words, ...targets]), ...options];
    return all.map((word) => shellWord(terminalText(word))).join(" ");
  };
}

/** The options before an address; that of pull has its addresses behind it. */
const addressing = new Set(["--target", "--prune"]);

/** A command that chooses no organization reads an address in all of them: it begins with its own. */
function ofUnit([alias, ...others]: readonly string[], words: readonly string[]): readonly string[] {
  if (alias === undefined || others.length > 0) return words;
  const isBare = (word: string, at: number): boolean =>
    addressing.has(words[at - 1] ?? "") && word !== alias && !word.startsWith(`${alias}/`);
  return words.map((word, at) => (isBare(word, at) ? `${alias}/${word}` : word));
}

/** Commands about one organization, where a project has several. */
const takingTargets = new Set(["plan", "apply", "drift", "undo", "runs", "state", "force-unlock", "status"]);

/** The options that ask for more than the manifests or the journal, as words of a command line. */
export function askedWords(given: GivenOptions): readonly string[] {
  const { run = [], resend = [], prune = [], overwrite = [] } = given;
  const asked = { "--run": run, "--resend": resend, "--prune": prune, "--overwrite": overwrite };
  return Object.entries(asked).flatMap(([option, all]) => all.flatMap((one) => [option, one]));
}

/** Commands without options, for places where the options of the command line are unknown. */
export const plainCommand: CommandToCopy = commandsLike({});
