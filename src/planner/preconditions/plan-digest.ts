import type { PlanDocument } from "../../model/documents/plan-document.ts";
import { canonicalJson } from "../../text/json.ts";

/** SHA-256 of a text, hexadecimal. */
export type Hash = (text: string) => string;

/** What a plan does to the platform, and nothing else: no versions, no times, no positions in files. */
export type DigestedEffects = Pick<PlanDocument, "platform" | "organizations" | "steps">;

/** The digest of a plan: two plans have the same one when they do the same. */
export function digestOf({ platform, organizations, steps }: DigestedEffects, hash: Hash): string {
  return hash(canonicalJson({ platform: platform.baseUrl, organizations, steps }));
}

/** The checksum of a document, whatever fields it has, those of a later version too. */
export function checksumOf(document: object, hash: Hash): string {
  return hash(canonicalJson({ ...document, checksum: undefined }));
}

/** The document with its checksum, which tells apply that nobody edited it. */
export function withChecksum(document: PlanDocument, hash: Hash): PlanDocument {
  return { ...document, checksum: checksumOf(document, hash) };
}
