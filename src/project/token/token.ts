import { resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { tokenCommandVariable, tokenVariable } from "../../io/token-variables.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import type { FileToWrite } from "../../manifest/write/write-files.ts";
import { error } from "../../model/diagnostic.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { Stop, stop } from "../../model/stop.ts";
import { shellWord } from "../../text/shell-word.ts";
import type { AccessOptions } from "../options.ts";
import { warn } from "../output.ts";
import { type TokenOwner, tokenOfCommand } from "./token-command.ts";

/** Counts the token of a connection in texts. */
export interface KnowsToken {
  /** The occurrences of the token in a text, in any encoding; 0 for a token too short to be recognized. */
  readonly countToken: (text: string) => number;
}

/** Longest file that can hold a token: a larger one is something else. */
const mostBytes = 64 * 1024;

/** A token, and the place that it is from, for texts: a variable, or a file. */
export interface Token {
  /** Empty when there is none. */
  readonly text: string;
  readonly from: string;
}

/**
 * The token for some organizations, which are read and changed together: of `--token-file`, else by the alias as
 * `tokenOf` says. From here on, no output holds it. Throws `Stop` when it cannot be read, and when several organizations
 * have different tokens: what a transfer joins needs one that reaches both.
 */
export async function tokenFor(
  io: Io,
  options: Pick<AccessOptions, "tokenFile" | "directory" | "logLevel">,
  organizations: readonly TokenOwner[] = [],
): Promise<Token> {
  const { tokenFile } = options;
  if (tokenFile !== undefined) return tokenOfFile(io, options, tokenFile);
  const [first = generalToken(io), ...others] = await Promise.all(
    organizations.map((owner) => tokenOf(io, options.directory, owner)),
  );
  const differs = others.findIndex(({ text }) => text !== first.text);
  if (differs < 0) return first;
  const [one, other] = [organizations[0], organizations[differs + 1]].map((owner) => owner?.alias ?? "");
  const message = `${one} and ${other} have different tokens, and one token must reach both here`;
  const hint = `a transfer, or a pull of several, needs that: put it into ${tokenVariable(one ?? "")} and ${tokenVariable(other ?? "")}, or name its file with --token-file`;
  throw stop("DF4012", message, { hint });
}

/** The token of one organization: of `DOCFORM_TOKEN_<ALIAS>`, else of DOCFORM_TOKEN_COMMAND, else of `DOCFORM_TOKEN`. */
async function tokenOf(io: Io, directory: string, owner: TokenOwner): Promise<Token> {
  const from = tokenVariable(owner.alias);
  const own = from === tokenCommandVariable ? "" : (io.env[from] ?? "").trim();
  if (own !== "") return hiddenToken(io, { text: own, from });
  if ((io.env[tokenCommandVariable] ?? "") === "") return generalToken(io);
  return { text: await tokenOfCommand(io, directory, owner), from: tokenCommandVariable };
}

function generalToken(io: Io): Token {
  return hiddenToken(io, { text: (io.env.DOCFORM_TOKEN ?? "").trim(), from: "DOCFORM_TOKEN" });
}

function hiddenToken(io: Io, token: Token): Token {
  io.hide?.([token.text], "everywhere");
  return token;
}

/** The organizations that the manifests are about; without any, all of docform.yaml. */
export function tokenOwners({ desired }: Pick<Project, "desired">): readonly TokenOwner[] {
  if (desired.organizations.length > 0) return desired.organizations;
  return Object.entries(desired.organizationIds ?? {}).map(([alias, id]) => ({ alias, id }));
}

async function tokenOfFile(io: Io, options: Pick<AccessOptions, "logLevel">, from: string): Promise<Token> {
  const token = hiddenToken(io, { text: await tokenIn(io, from), from });
  if (await isOpen(io, from)) {
    const message = `the token file ${from} can be read by others on this machine`;
    const hint = `make it yours alone: chmod 600 ${shellWord(from)}`;
    warn(io, options, [{ code: "DF4020", severity: "warning", message, hint }]);
  }
  return token;
}

async function tokenIn({ disk, cwd }: Io, file: string): Promise<string> {
  const bytes = await disk.read(resolve(cwd, file), mostBytes + 1).catch((problem: unknown) => {
    const hint = "name a file with the token and nothing else, or set DOCFORM_TOKEN instead";
    throw stop("DF4001", `cannot read the token from ${file}: ${whyFileFailed(problem)}`, { hint });
  });
  const token = bytes.length > mostBytes ? "" : new TextDecoder().decode(bytes).trim();
  const problem = bytes.length > mostBytes ? "is too large for a token" : "is empty";
  if (token !== "") return token;
  throw stop("DF4001", `the token file ${file} ${problem}`, { hint: "write the token into it, alone" });
}

/** Can others on this machine read the file? */
export async function isOpen(io: Io, file: string): Promise<boolean> {
  return (await io.disk.status(resolve(io.cwd, file)))?.othersMayRead === true;
}

/**
 * Throws `Stop` when a file would contain the access token more often than before. Manifests go into Git, and
 * a masked value would be sent by the next apply. Occurrences that a file already has stay.
 */
export function refuseToken({ countToken }: KnowsToken, files: readonly FileToWrite[]): void {
  const telling = files.filter(({ text, before = "" }) => countToken(text) > countToken(before));
  if (telling.length === 0) return;
  throw new Stop(
    telling.map(({ path }) =>
      error("DF5102", `${path} would hold the access token, which is in a text of the platform`),
    ),
  );
}
