import { createHash, scryptSync } from "node:crypto";
import { bytesOf } from "../text/bytes.ts";
import { canonicalJson, type Json } from "../text/json.ts";

/** SHA-256 of a text, hexadecimal. */
export function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** The id that Git gives the content of a file. A repository of SHA-256 has ids of 64 digits. */
export function gitBlobId(content: string, digits: number): string {
  const head = `blob ${bytesOf(content)}\0`;
  return createHash(digits === 64 ? "sha256" : "sha1")
    .update(head)
    .update(content)
    .digest("hex");
}

/** Hashes by salt and text. A run plans more than once, and each time needs the same ones. */
const made = new Map<string, Map<string, string>>();

/** A slow hash (hexadecimal), so that a short text cannot be guessed from it. Results are cached. */
export function slowHash(text: string, salt: string): string {
  const salted = made.get(salt) ?? new Map<string, string>();
  made.set(salt, salted);
  const hash = salted.get(text) ?? scryptSync(text, salt, 16).toString("hex");
  salted.set(text, hash);
  return hash;
}

/**
 * Stands for a value that is not shown. It must show a change and be the same each time, yet must not be
 * guessed from: so a slow hash, salted with its place.
 */
export function mask(value: Json, place: string): string {
  return slowHash(canonicalJson(value), `docform ${place}`);
}
