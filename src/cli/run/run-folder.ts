import { join, resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { error } from "../../model/diagnostic.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { Stop } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";

/** What docform keeps in a project folder. */
export function stateFolder(io: Pick<Io, "cwd">, options: Pick<CommonOptions, "directory">): string {
  return join(resolve(io.cwd, options.directory), ".docform");
}

/** Where the journals of a project are. */
export function runsFolder(io: Pick<Io, "cwd">, options: Pick<CommonOptions, "directory">): string {
  return join(stateFolder(io, options), "runs");
}

/** That nothing is sent, as nobody would know of it afterwards. */
export function notKept(what: string, problem: unknown): Stop {
  return new Stop([
    error("DF5030", `${what} cannot be written, so nothing was sent: ${whyFileFailed(problem)}`),
  ]);
}
