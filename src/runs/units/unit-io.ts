import { Readable, Writable } from "node:stream";
import type { Io } from "../../io/io.ts";
import type { UnitForm } from "./unit-end.ts";

/** The output of a unit that works beside others: it waits as text until those before it have ended. */
export interface UnitOutput {
  /** Nobody is asked there, and nothing is drawn, unless it is direct. */
  readonly io: Io;
  /** Writes all of it, below the heading where it says something. */
  readonly flush: () => void;
}

interface OutputOf {
  readonly name: string;
  readonly heading: string;
  readonly form: UnitForm;
  /** Nothing waits: units come one after the other. */
  readonly isDirect: boolean;
}

type StreamName = "stdout" | "stderr";

/** A text that a unit has written. */
export interface Written {
  readonly stream: StreamName;
  readonly text: string;
}

/** Makes the output of a unit. Lines of events are written at once, each with the name of the unit. */
export function unitOutput(io: Io, { name, heading, form, isDirect }: OutputOf): UnitOutput {
  if (isDirect) {
    if (form === "text") io.stdout.write(heading);
    return { io: form === "lines" ? { ...io, stdout: namedLines(io.stdout, name) } : io, flush: () => {} };
  }
  const written: Written[] = [];
  const waiting = capturing(io, (one) => written.push(one));
  return {
    io: form === "lines" ? { ...waiting, stdout: namedLines(io.stdout, name) } : waiting,
    flush: () => {
      // On one terminal both streams are one text.
      const isOneText = io.stdout.isTTY === true && io.stderr.isTTY === true;
      const headed = new Set<StreamName | "both">();
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

/** An `Io` where nobody is asked, and all that is written is heard. */
export function capturing(io: Io, hear: (written: Written) => void): Io {
  const stdin = (): ReturnType<Io["stdin"]> => Object.assign(Readable.from([]), { isTTY: false });
  const stdout = streamLike(io.stdout, (text) => hear({ stream: "stdout", text }));
  return { ...io, stdin, stdout, stderr: streamLike(io.stderr, (text) => hear({ stream: "stderr", text })) };
}

/** Writes lines of JSON, each with the organization that it is about. */
function namedLines(stdout: Io["stdout"], name: string): Io["stdout"] {
  const head = `{"organization":${JSON.stringify(name)},`;
  return streamLike(stdout, (text) => stdout.write(text.replaceAll(/^\{/gm, () => head)));
}

/** A stream that hands each text on, and looks like another one. */
function streamLike<T extends Io[StreamName]>(real: T, hear: (text: string) => void): T {
  const own = new Writable({
    write: (chunk: Uint8Array | string, _, done) => {
      hear(typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk));
      done();
    },
  });
  const { isTTY, columns } = real as Io["stdout"];
  return Object.assign(own, { isTTY, columns }) as unknown as T;
}
