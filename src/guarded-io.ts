import { createRedactor, isTelling } from "./client/redaction.ts";
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
  const [stdout, stderr] = [io.stdout, io.stderr].map((stream) =>
    guardStream(stream, () => redactors.onStreams),
  );
  const disk = guardDisk(io.disk, (text) => redactors.inFiles.redact(text));
  return {
    io: { ...io, stdout: stdout?.stream ?? io.stdout, stderr: stderr?.stream ?? io.stderr, disk, hide },
    flush: () => {
      stdout?.flush();
      stderr?.flush();
    },
  };
}

type Stream = Io["stdout"];

function guardStream(stream: Stream, redactor: () => ReturnType<typeof createRedactor>) {
  const write = stream.write.bind(stream) as (text: string, ...more: readonly unknown[]) => boolean;
  let held = "";
  const guarded = (chunk: string | Uint8Array, ...more: readonly unknown[]): boolean => {
    const text = held + (typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk));
    const { redact, openEnd } = redactor();
    const open = openEnd(text);
    held = text.slice(text.length - open);
    return write(redact(text.slice(0, text.length - open)), ...more);
  };
  const flush = (): void => {
    if (held !== "") write(redactor().redact(held));
    held = "";
  };
  return { stream: overriding(stream, { write: guarded as Stream["write"] }), flush };
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
