import { createRedactor, isTelling, type Redactor } from "../text/redaction.ts";
import type { Disk } from "./disk.ts";
import type { Io } from "./io.ts";

/**
 * The `Io` of a command, and a function that writes the rest of its output: the last line may wait for its
 * newline.
 */
export interface GuardedIo {
  readonly io: Io;
  readonly flush: () => void;
}

/**
 * The one place that all output passes: hidden texts are masked, whoever writes them. Output is masked line by line:
 * a line is written once it is whole. A file is masked as a whole.
 */
export function guardIo(io: Io): GuardedIo {
  const hidden = { everywhere: new Set<string>(), shown: new Set<string>() };
  // Made when something is written: values are hidden one by one, thousands before the first output.
  let made: { readonly inFiles: Redactor; readonly onStreams: Redactor } | undefined;
  const redactors = () => {
    made ??= {
      inFiles: createRedactor([...hidden.everywhere]),
      onStreams: createRedactor([...hidden.everywhere, ...hidden.shown]),
    };
    return made;
  };
  const hide: NonNullable<Io["hide"]> = (texts, reach) => {
    for (const text of texts.flatMap(withLines).filter(isTelling)) hidden[reach].add(text);
    made = undefined;
  };
  const stdout = guardStream(io.stdout, () => redactors().onStreams);
  const stderr = guardStream(io.stderr, () => redactors().onStreams);
  const disk = guardDisk(io.disk, (text) => redactors().inFiles.redact(text));
  return {
    io: {
      ...io,
      stdout: stdout.stream,
      stderr: stderr.stream,
      disk,
      hide,
      mask: (text) => redactors().onStreams.redact(text),
    },
    flush: () => {
      stdout.flush();
      stderr.flush();
    },
  };
}

/**
 * A secret and each of its lines, because output is masked line by line, and the platform trims texts. The first and last line of a PEM
 * file are no secret.
 */
function withLines(text: string): readonly string[] {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  return lines.length === 1 ? [text, ...lines] : [text, ...lines.filter((line) => !line.startsWith("-----"))];
}

type Stream = Io["stdout"];

/** A stream that gets whole lines without secrets. A terminal gets each write at once: a question ends in no newline. */
function guardStream<T extends Stream>(stream: T, redactor: () => Redactor) {
  const write = stream.write.bind(stream) as (text: string, ...more: readonly unknown[]) => boolean;
  let held = "";
  const guarded = (chunk: string | Uint8Array, ...more: readonly unknown[]): boolean => {
    const text = held + (typeof chunk === "string" ? chunk : new TextDecoder().decode(chunk));
    const end = stream.isTTY === true ? text.length : text.lastIndexOf("\n") + 1;
    held = text.slice(end);
    return write(redactor().redact(text.slice(0, end)), ...more);
  };
  const flush = (): void => {
    if (held !== "") write(redactor().redact(held));
    held = "";
  };
  return { stream: overriding(stream, { write: guarded as T["write"] } as Partial<T>), flush };
}

function guardDisk(disk: Disk, redact: (text: string) => string): Disk {
  return overriding(disk, {
    create: (path, text, rights) => disk.create(path, redact(text), rights),
    openLog: async (path, links) => {
      const log = await disk.openLog(path, links);
      return overriding(log, { append: (text) => log.append(redact(text)) });
    },
  });
}

/**
 * A copy of an object with some parts replaced. A caller that sets such a part, as a progress display does,
 * replaces it here.
 */
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
