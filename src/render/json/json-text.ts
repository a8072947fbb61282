import { escapeHidden } from "../../text/hidden-characters.ts";

/**
 * A value as JSON that is safe for a terminal: hidden and control characters are escaped. Ends in a newline.
 */
export function renderJson(value: unknown): string {
  return `${escapeHidden(JSON.stringify(value, null, 2))}\n`;
}

/** The same on one line. */
export function renderJsonLine(value: unknown): string {
  return `${escapeHidden(JSON.stringify(value))}\n`;
}
