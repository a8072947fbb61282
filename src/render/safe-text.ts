/**
 * Characters that steer a terminal or that nobody sees: controls, format characters (bidirectional marks,
 * zero-width), lone surrogates, line separators, invisible fillers and supplementary variation selectors.
 */
const hidden =
  /\u034f|[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]|[\u{e0100}-\u{e01ef}]/gu;

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
