import { createHash } from "node:crypto";

/** The id that Git gives a file with this text. */
export function gitBlobId(text: string): string {
  return sha1(`blob ${new TextEncoder().encode(text).length}\0${text}`);
}

/** An id for the commit of a revision: the same for the same revision. */
export function gitCommitId(revision: string): string {
  return sha1(`revision ${revision}`);
}

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("hex");
}
