import { escapeHidden } from "../../text/hidden-characters.ts";

/** A value from outside as JSON, safe for a terminal: what is hidden or steers is escaped. Ends in a newline. */
export function renderJson(value: unknown): string {
  return `${escapeHidden(JSON.stringify(value, null, 2))}\n`;
}

/** The same on one line. */
export function renderJsonLine(value: unknown): string {
  return `${escapeHidden(JSON.stringify(value))}\n`;
}
