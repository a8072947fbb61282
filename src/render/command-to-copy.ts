import { shellWord } from "../text/shell-word.ts";
import { terminalText } from "./safe-text.ts";

/** What a command line says of the project that it is about, and with what right: a command that it proposes says the same. */
export interface GivenOptions {
  readonly directory?: string;
  readonly env?: string;
  /** `name=value` of each `--var`. */
  readonly var?: readonly string[];
  readonly tokenFile?: string;
  readonly insecureHttp?: boolean;
  /** Addresses of tasks that are to run besides, and of values that are to be sent again. */
  readonly run?: readonly string[];
  readonly resend?: readonly string[];
}

/** Makes a command to copy of its words: `docform undo RUN --env production`. */
export type CommandToCopy = (...words: readonly string[]) => string;

/** The command line that makes, of words, the command that works where this one was given. */
export function commandsLike(given: GivenOptions): CommandToCopy {
  const { directory = ".", env, var: variables = [], tokenFile, insecureHttp } = given;
  const options = [
    ...(directory === "." ? [] : ["-C", directory]),
    ...(env === undefined ? [] : ["--env", env]),
    ...variables.flatMap((one) => ["--var", one]),
    ...(tokenFile === undefined ? [] : ["--token-file", tokenFile]),
    ...(insecureHttp === true ? ["--insecure-http"] : []),
  ];
  return (...words) =>
    ["docform", ...words, ...options].map((word) => shellWord(terminalText(word))).join(" ");
}

/** The words that ask for what a plan was asked for besides the manifests. */
export function askedWords({ run = [], resend = [] }: GivenOptions): readonly string[] {
  return [...run.flatMap((one) => ["--run", one]), ...resend.flatMap((one) => ["--resend", one])];
}

/** Commands without options: where nobody knows those of the command line. */
export const plainCommand: CommandToCopy = commandsLike({});
