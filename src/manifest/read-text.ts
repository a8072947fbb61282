import { whyFileFailed } from "../core/file-problem.ts";
import { isOutside, type ProjectFiles } from "./project-files.ts";

/** The text of a file, or why there is none: words that end a sentence about the file. */
export type TextRead =
  | { readonly text: string }
  | {
      readonly problem: string;
      readonly reason: "missing" | "unreadable" | "outside" | "too large" | "not text";
    };

/**
 * The text of a file inside the project folder, links followed: a link that leads out is refused.
 * A byte order mark is dropped.
 */
export async function readText(io: ProjectFiles, path: string, limit: number): Promise<TextRead> {
  try {
    return await readAt(io, path, limit);
  } catch (caught) {
    if (caught instanceof TypeError) return { problem: "is not UTF-8 text", reason: "not text" };
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
  const text = decoder.decode(await io.read(real));
  // A link that was put in its place meanwhile may have led elsewhere.
  if ((await io.realPath(real)) !== real)
    return { problem: "was moved while it was read", reason: "outside" };
  return { text };
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function sizeText(bytes: number): string {
  return `${bytes / 1024 / 1024} MiB`;
}
