import { isAbsolute, parse, resolve } from "node:path";
import { findRepository } from "../../io/git-repository.ts";
import type { Io } from "../../io/io.ts";
import { foldersOutside, isInside } from "../../io/program-folders.ts";
import { type CommandOutcome, runCommand } from "../../io/run-command.ts";
import { tokenCommandVariable } from "../../io/token-variables.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { type Stop, stop } from "../../model/stop.ts";
import { parseJson } from "../../text/json.ts";

/** An organization whose token is wanted. */
export interface TokenOwner {
  readonly alias: string;
  readonly id: string;
}

/** Milliseconds after which the program is ended. */
const timeLimit = 10_000;

/** Characters that it may print: a token is far shorter. */
const mostOutput = 64 * 1024;

/** An id that a script can take for a word: no blank, no quote, and no dash in front. */
const plainId = /^[A-Za-z0-9][A-Za-z0-9._~:-]*$/;

/**
 * The token that the program of DOCFORM_TOKEN_COMMAND prints for an organization, masked from then on. The program runs
 * without a shell, outside of the repository, and gets `DOCFORM_ORGANIZATION` and `DOCFORM_ORGANIZATION_ID`, and no
 * token of docform. Throws `Stop` when it is in the repository, fails, hangs or prints anything but one line.
 */
export async function tokenOfCommand(io: Io, directory: string, owner: TokenOwner): Promise<string> {
  const words = readWords(io.env[tokenCommandVariable] ?? "");
  const folder = resolve(io.cwd, directory);
  const tree = (await findRepository(io.disk, folder))?.top ?? (await io.disk.realPath(folder)) ?? folder;
  for (const word of words) await refuseOwnFile(io, tree, word);
  if (!plainId.test(owner.id))
    throw commandFailed(
      owner,
      "was not started: the id of the organization holds a character that no id has",
    );
  const [program = "", ...args] = words;
  const env = { ...(await variablesFor(io, tree)), ...ownerVariables(owner) };
  const outcome = await runCommand({
    program,
    args,
    env,
    cwd: parse(tree).root,
    timeLimit,
    mostOutput,
  }).catch((problem: unknown) => {
    throw commandFailed(owner, `cannot be started: ${whyFileFailed(problem)}`);
  });
  // Also of a program that failed: it may have printed a token all the same.
  io.hide?.(outcome.stdout.split("\n"), "everywhere");
  return tokenIn(owner, outcome);
}

function readWords(text: string): readonly string[] {
  const words = parseJson(text);
  const isList = Array.isArray(words) && words.every((word) => typeof word === "string");
  if (isList && words.length > 0 && words[0] !== "") return words as readonly string[];
  const hint = `write the program and its arguments, such as ${tokenCommandVariable}='["/opt/docs/token","--short"]'`;
  throw stop("DF4011", `${tokenCommandVariable} is not a JSON list of texts`, { hint });
}

/** A file of the repository may be written by whoever opens a pull request. */
async function refuseOwnFile({ disk }: Io, tree: string, word: string): Promise<void> {
  const isPath = /[/\\]/.test(word);
  const real = isAbsolute(word) ? ((await disk.realPath(word)) ?? word) : undefined;
  if (real === undefined ? !(isPath && word.startsWith(".")) : !isInside(tree, real)) return;
  const hint = "name a program in PATH, or one outside of the repository by its whole path";
  throw stop("DF4011", `${tokenCommandVariable} names a file that a pull request can change`, { hint });
}

/** The variables of docform without its tokens; no folder of the repository is in the PATH. */
async function variablesFor({ env, disk }: Io, tree: string): Promise<Io["env"]> {
  const kept = Object.entries(env).filter(([name]) => !/^DOCFORM_(?:READ_)?TOKEN/i.test(name));
  const outside = async ([name, value = ""]: (typeof kept)[number]) =>
    [name, /^path$/i.test(name) ? await foldersOutside(value, disk, tree) : value] as const;
  return Object.fromEntries(await Promise.all(kept.map(outside)));
}

function ownerVariables({ alias, id }: TokenOwner): Io["env"] {
  return { DOCFORM_ORGANIZATION: alias, DOCFORM_ORGANIZATION_ID: id };
}

function tokenIn(owner: TokenOwner, { code, stdout, endedFor }: CommandOutcome): string {
  if (endedFor === "time") throw commandFailed(owner, `did not end in ${timeLimit / 1000} s`);
  if (endedFor === "output") throw commandFailed(owner, "printed more than a token");
  if (code !== 0)
    throw commandFailed(
      owner,
      code === undefined ? "was ended by a signal" : `failed with exit code ${code}`,
    );
  const lines = stdout.replace(/\r?\n$/, "").split(/\r?\n/);
  const [token = ""] = lines;
  if (lines.length > 1) throw commandFailed(owner, `printed ${lines.length} lines, and a token is one line`);
  if (token.trim() === "") throw commandFailed(owner, "printed nothing");
  return token.trim();
}

function commandFailed({ alias, id }: TokenOwner, problem: string): Stop {
  const hint = `run it by hand, with DOCFORM_ORGANIZATION=${alias} and the id ${JSON.stringify(id)} in DOCFORM_ORGANIZATION_ID`;
  return stop("DF4011", `the program of ${tokenCommandVariable} for ${alias} ${problem}`, { hint });
}
