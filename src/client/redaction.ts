import { compareText } from "../core/json.ts";

const mask = "[redacted]";
/** Encoded forms of a shorter secret are too common as plain text to be replaced. */
const shortestEncoded = 8;

/** The text without the secrets, whether they stand there plain, URL-encoded, JSON-escaped or as base64. */
export function redact(text: string, secrets: readonly string[]): string {
  const forms = secrets.flatMap(formsOf).filter((form) => form !== "");
  // A longer form may hold a shorter one.
  forms.sort((a, b) => b.length - a.length || compareText(a, b));
  return forms.reduce((rest, form) => rest.replaceAll(form, mask), text);
}

function formsOf(secret: string): readonly string[] {
  if (secret.length < shortestEncoded) return [secret];
  const encoded = encodeURIComponent(secret.replace(/\p{Surrogate}/gu, "\uFFFD"));
  const lowerCase = encoded.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  const escaped = JSON.stringify(secret).slice(1, -1);
  return [secret, encoded, lowerCase, escaped, ...base64Forms(secret)];
}

/**
 * Base64 of the secret wherever it starts in the encoded text, `Bearer <token>` and `user:<token>` included:
 * three alignments, each cut to the characters that rest on the secret alone.
 */
function base64Forms(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [0, 1, 2].flatMap((offset) => {
    const total = offset + bytes.length;
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    const own = encoded.slice(Math.ceil((offset * 8) / 6), Math.floor((total * 8) / 6));
    return [own, own.replaceAll("+", "-").replaceAll("/", "_")];
  });
}
