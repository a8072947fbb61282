import { createRedactor, isTelling, mask, type Redactor } from "../client/redaction.ts";
import type { Disk } from "./disk.ts";
import type { Io } from "./io.ts";

/** What a command is given, and how to end it: a text that ended like the beginning of a secret waits for more. */
export interface GuardedIo {
  readonly io: Io;
  readonly flush: () => void;
}

/**
 * The one place that all output passes: no text that was hidden gets through, whoever writes it. What is written to
 * stdout and stderr is one stream each, so that a secret is found that is cut over two writes.
 */
export function guardIo(io: Io): GuardedIo {
  const hidden = { everywhere: new Set<string>(), shown: new Set<string>() };
  const redactors = { inFiles: createRedactor([]), onStreams: createRedactor([]) };
  const hide: NonNullable<Io["hide"]> = (texts, reach) => {
    for (const text of texts.filter(isTelling)) hidden[reach].add(text);
    redactors.inFiles = createRedactor([...hidden.everywhere]);
    redactors.onStreams = createRedactor([...hidden.everywhere, ...hidden.shown]);
  };
  const redactor = (): Redactor => redactors.onStreams;
  const stdout = guardStream(io.stdout, redactor, () => stderr.giveWay());
  const stderr = guardStream(io.stderr, redactor, () => stdout.giveWay());
  const disk = guardDisk(io.disk, (text) => redactors.inFiles.redact(text));
  return {
    io: { ...io, stdout: stdout.stream, stderr: stderr.stream, disk, hide },
    flush: () => {
      stdout.flush();
      stderr.flush();
    },
  };
}

type Stream = Io["stdout"];

/** Characters with which a secret begins that may be shown before it is known whether it goes on: a word begins so, too. */
const longestHint = 3;

/** A stream that gets no secret; what is written to it comes after what waits on the other one. */
function guardStream<T extends Stream>(stream: T, redactor: () => Redactor, othersGiveWay: () => void) {
  const write = stream.write.bind(stream) as (text: string, ...more: readonly unknown[]) => boolean;
  // What may be the beginning of a secret: shown already, as the other stream had something to say, and not yet.
  let [shown, held] = ["", ""];
  const guarded = (chunk: string | Uint8Array, ...more: readonly unknown[]): boolean => {
    othersGiveWay();
    const text = shown + held + (typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk));
    const from = shown.length;
    const { redact, openEnd } = redactor();
    const open = text.length - openEnd(text);
    shown = text.slice(open, Math.max(open, from));
    held = text.slice(Math.max(open, from));
    return write(redact(text.slice(0, Math.max(open, from)), from), ...more);
  };
  const giveWay = (): void => {
    if (held === "") return;
    write(shown.length + held.length > longestHint ? mask : held);
    [shown, held] = [shown + held, ""];
  };
  const flush = (): void => {
    const text = shown + held;
    if (held !== "") write(redactor().redact(text, shown.length));
    [shown, held] = ["", ""];
  };
  return { stream: overriding(stream, { write: guarded as T["write"] } as Partial<T>), giveWay, flush };
}

function guardDisk(disk: Disk, redact: (text: string) => string): Disk {
  return overriding(disk, {
    create: (path, text, rights) => disk.create(path, redact(text), rights),
    openLog: async (path) => {
      const log = await disk.openLog(path);
      return overriding(log, { append: (text) => log.append(redact(text)) });
    },
  });
}

/** The same thing with some parts of our own; who replaces one of those, such as a progress display, replaces ours. */
function overriding<T extends object>(whole: T, own: Partial<T>): T {
  return new Proxy(whole, {
    get: (_, key) => {
      if (key in own) return Reflect.get(own, key);
      const part: unknown = Reflect.get(whole, key, whole);
      return typeof part === "function" ? part.bind(whole) : part;
    },
    set: (_, key, value) => Reflect.set(key in own ? own : whole, key, value),
  });
}
