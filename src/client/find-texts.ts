/** A part of a text: where it begins, and where it has ended. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Finds where any of some texts stands. Spans are in order and do not overlap: those that did are one. */
export type TextFinder = (text: string) => readonly Span[];

/** Codes of pairs of characters that are told apart. */
const codes = 1 << 14;

/**
 * A finder that looks at the text once, however many texts it looks for (Wu and Manber, 1994): where the last two
 * characters of a window end no text, it moves on by as much as they are away from ending one.
 */
export function textFinder(texts: readonly string[]): TextFinder {
  const wanted = [...new Set(texts)].filter((text) => text !== "");
  if (wanted.length === 0) return () => [];
  const window = wanted.reduce((least, { length }) => Math.min(least, length), 255);
  const { shifts, candidates } = tablesFor(wanted, window);
  return (text) => {
    const spans: Span[] = [];
    for (let last = window - 1; last < text.length; ) {
      const code = codeAt(text, last, window);
      const shift = shifts[code] ?? 1;
      if (shift === 0) addFound(spans, text, last - window + 1, candidates.get(code) ?? []);
      last += Math.max(shift, 1);
    }
    return spans;
  };
}

function tablesFor(wanted: readonly string[], window: number) {
  const shifts = new Uint8Array(codes).fill(Math.max(window - 1, 1));
  const candidates = new Map<number, string[]>();
  for (const text of wanted) {
    for (let last = Math.min(1, window - 1); last < window; last += 1) {
      const code = codeAt(text, last, window);
      shifts[code] = Math.min(shifts[code] ?? 0, window - 1 - last);
    }
    const code = codeAt(text, window - 1, window);
    candidates.set(code, [...(candidates.get(code) ?? []), text]);
  }
  return { shifts, candidates };
}

/** The code of the pair that ends there; of one character when the window has no more. */
function codeAt(text: string, last: number, window: number): number {
  const before = window === 1 ? 0 : text.charCodeAt(last - 1);
  return ((before << 5) ^ text.charCodeAt(last)) & (codes - 1);
}

/** Adds the longest of the texts that stands at a place, if there is one. */
function addFound(spans: Span[], text: string, start: number, candidates: readonly string[]): void {
  const length = candidates.reduce(
    (most, candidate) =>
      candidate.length > most && text.startsWith(candidate, start) ? candidate.length : most,
    0,
  );
  const before = spans.at(-1);
  if (length === 0) return;
  if (before === undefined || before.end <= start) spans.push({ start, end: start + length });
  else spans[spans.length - 1] = { start: before.start, end: Math.max(before.end, start + length) };
}
