/** The start of the line in which an offset stands. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** The end of that line, before its line end. */
export function lineEnd(text: string, offset: number): number {
  const next = text.indexOf("\n", offset);
  const end = next < 0 ? text.length : next;
  return end > offset && text[end - 1] === "\r" ? end - 1 : end;
}

/** How far an offset stands from the start of its line. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}
