import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { Io } from "../../io/io.ts";
import { error } from "../../model/diagnostic.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import type { Json } from "../../text/json.ts";
import { messageOf } from "../../text/message-of.ts";
import { Stop } from "../project/stop.ts";

/** The JSON of `--body`: a file, or stdin for `-`. Throws `Stop` when it cannot be read, or is not JSON. */
export async function readJsonBody(io: Io, file: string): Promise<Json> {
  const name = file === "-" ? "stdin" : file;
  const content = await (file === "-" ? text(io.stdin()) : textOfFile(io, file)).catch((problem: Error) => {
    throw new Stop([error("DF5004", `cannot read the body from ${name}: ${whyFileFailed(problem)}`)]);
  });
  try {
    return JSON.parse(content.replace(/^\uFEFF/, "")) as Json;
  } catch (problem) {
    throw new Stop([
      error("DF5001", `the body in ${name} is not JSON: ${messageOf(problem)}`, {
        hint: "write it as a JSON object",
      }),
    ]);
  }
}

async function textOfFile({ disk, cwd }: Io, file: string): Promise<string> {
  return new TextDecoder().decode(await disk.read(resolve(cwd, file)));
}
