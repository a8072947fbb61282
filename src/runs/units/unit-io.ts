import { Readable, Writable } from "node:stream";
import type { Io } from "../../io/io.ts";

/** The output of a unit that works beside others: it waits as text until those before it have ended. */
export interface UnitOutput {
  /** Nobody is asked there, and nothing is drawn. */
  readonly io: Io;
  /** Writes all of it, below a heading of the unit where it says something. */
  readonly flush: (heading: string) => void;
}

/** Makes the output of a unit. */
export function unitOutput(io: Io): UnitOutput {
  const written: { readonly stream: "stdout" | "stderr"; readonly text: string }[] = [];
  const streamOf = <T extends Io["stdout"] | Io["stderr"]>(stream: "stdout" | "stderr", real: T): T => {
    const write = (chunk: Uint8Array | string): void => {
      written.push({ stream, text: typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk) });
    };
    const own = new Writable({
      write: (chunk, _, done) => {
        write(chunk);
        done();
      },
    });
    const { isTTY, columns } = real as Io["stdout"];
    return Object.assign(own, { isTTY, columns }) as unknown as T;
  };
  const stdin = (): ReturnType<Io["stdin"]> => Object.assign(Readable.from([]), { isTTY: false });
  return {
    io: { ...io, stdin, stdout: streamOf("stdout", io.stdout), stderr: streamOf("stderr", io.stderr) },
    flush: (heading) => {
      // On one terminal both streams are one text.
      const isOneText = io.stdout.isTTY === true && io.stderr.isTTY === true;
      const headed = new Set<"stdout" | "stderr" | "both">();
      for (const { stream, text } of written) {
        const place = isOneText ? "both" : stream;
        if (!headed.has(place)) io[stream].write(heading);
        headed.add(place);
        io[stream].write(text);
      }
      written.length = 0;
    },
  };
}
