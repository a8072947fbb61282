import { createHash } from "node:crypto";

/** SHA-256 of a text, hexadecimal. */
export function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
