import { Writable } from "node:stream";
import type { Io } from "../../../src/io/io.ts";

/** A stream of a command that keeps all that is written to it. */
export function collector(isTTY = false): { readonly stream: Io["stdout"]; readonly text: () => string } {
  const chunks: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY }), text: () => chunks.join("") };
}
