import { hidden } from "../text/hidden-characters.ts";
import { commandAnywhere, commandAtStart } from "../text/log-commands.ts";

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Untrusted text for a terminal, on one line: what is hidden or steers is shown as an escape, and so is the first
 * character of what a CI service would take for a command in its log.
 */
export function terminalText(text: string): string {
  return text.replace(hidden, visible).replace(commandAnywhere, visible).replace(commandAtStart, visible);
}

function visible(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const hex = point.toString(16);
  return short[character] ?? (point < 0x100 ? `\\x${hex.padStart(2, "0")}` : `\\u{${hex}}`);
}
