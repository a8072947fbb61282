import { type Diagnostic, error } from "../../model/diagnostic.ts";
import { whyFileFailed } from "../../model/file-problem.ts";
import { isOutside, type ProjectFiles } from "./project-files.ts";

/** The text of a file, or why there is none: words that end a sentence about the file. */
export type TextRead =
  | { readonly text: string; readonly mark: "" | typeof byteOrderMark }
  | {
      readonly problem: string;
      readonly reason: "missing" | "unreadable" | "outside" | "too large" | "not text";
    };

/**
 * The text of a file inside the project folder, links followed: a link that leads out is refused.
 * A byte order mark is no part of it.
 */
export async function readText(io: ProjectFiles, path: string, limit: number): Promise<TextRead> {
  try {
    return await readAt(io, path, limit);
  } catch (caught) {
    return { problem: `cannot be read: ${whyFileFailed(caught)}`, reason: "unreadable" };
  }
}

async function readAt(io: ProjectFiles, path: string, limit: number): Promise<TextRead> {
  const real = await io.realPath(path);
  if (real === undefined) return { problem: "is not there", reason: "missing" };
  if (isOutside(real)) return { problem: "lies outside the project folder", reason: "outside" };
  const status = await io.status(real);
  if (status?.type !== "file") return { problem: "is not a file that can be read", reason: "missing" };
  if (status.bytes > limit) return { problem: `is larger than ${sizeText(limit)}`, reason: "too large" };
  const read = decodeText(await io.read(real));
  // A link that was put in its place meanwhile may have led elsewhere.
  if ((await io.realPath(real)) !== real)
    return { problem: "was moved while it was read", reason: "outside" };
  return read;
}

/** Bytes as text, without the byte order mark. */
export function decodeText(bytes: Uint8Array): TextRead {
  try {
    const text = decoder.decode(bytes);
    const mark = text.startsWith(byteOrderMark) ? byteOrderMark : "";
    return { text: text.slice(mark.length), mark };
  } catch {
    return { problem: "is not UTF-8 text", reason: "not text" };
  }
}

/** Says of a YAML file why there is no text of it. */
export function unreadable(
  file: string,
  { problem, reason }: Exclude<TextRead, { text: string }>,
): Diagnostic {
  const code = (
    {
      "too large": "DF1003",
      "not text": "DF1001",
      missing: "DF1009",
      unreadable: "DF1009",
      outside: "DF1009",
    } as const
  )[reason];
  const next = reason === "not text" ? { hint: "save the file as UTF-8" } : {};
  return error(code, `the file ${problem}`, { source: { file, line: 1, column: 1 }, ...next });
}

const byteOrderMark = "\uFEFF";
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function sizeText(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}
