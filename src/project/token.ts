import { resolve } from "node:path";
import type { Io } from "../io/io.ts";
import type { FileToWrite } from "../manifest/write/write-files.ts";
import { error } from "../model/diagnostic.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import { Stop, stop } from "../model/stop.ts";
import { shellWord } from "../text/shell-word.ts";
import type { AccessOptions } from "./options.ts";
import { warn } from "./output.ts";

/** Counts the token of a connection in texts. */
export interface KnowsToken {
  /** The occurrences of the token in a text, in any encoding; 0 for a token too short to be recognized. */
  readonly countToken: (text: string) => number;
}

/** Longest file that can hold a token: a larger one is something else. */
const mostBytes = 64 * 1024;

/**
 * The access token: of `--token-file` when it is given, else of `DOCFORM_TOKEN`; nowhere else. From here on, no output
 * holds it. Throws `Stop` when the file cannot be read or holds none; without either, it is empty.
 */
export async function readToken(io: Io, options: AccessOptions): Promise<string> {
  const { tokenFile } = options;
  const token = tokenFile === undefined ? (io.env.DOCFORM_TOKEN ?? "").trim() : await tokenIn(io, tokenFile);
  io.hide?.([token], "everywhere");
  if (tokenFile !== undefined && (await isOpen(io, tokenFile))) {
    const message = `the token file ${tokenFile} can be read by others on this machine`;
    const hint = `make it yours alone: chmod 600 ${shellWord(tokenFile)}`;
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
