import { hidden } from "../core/hidden-characters.ts";

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Untrusted text for a terminal, on one line: what is hidden or steers is shown as an escape. */
export function terminalText(text: string): string {
  return text.replace(hidden, visible);
}

function visible(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  return short[character] ?? (point < 0x100 ? `\\x${hex.padStart(2, "0")}` : `\\u{${hex}}`);
}
