/** A piece of the new text: text of its own, or a range of the old text with the splices inside it. */
export type Piece = string | Range;

/** A range of offsets; the end is not in it. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Pieces that take the place of a range; an insertion where the range is empty. */
export interface Splice extends Range {
  readonly pieces: readonly Piece[];
}

/** A text after its splices, and where a place of the old text is now (undefined when it is gone). */
export interface Spliced {
  readonly text: string;
  readonly placeOf: (offset: number) => number | undefined;
}

interface Kept extends Range {
  readonly at: number;
}

/** Applies splices to a text. Undefined when two of them contradict each other. */
export function applySplices(text: string, splices: readonly Splice[]): Spliced | undefined {
  // The sort is stable: insertions at one place stay in the order in which they were asked for.
  const writer: Writer = {
    text,
    splices: splices.toSorted(byStart),
    used: new Set(),
    parts: [],
    kept: [],
    at: 0,
  };
  if (!write(writer, { from: 0, to: text.length }) || writer.used.size < splices.length) return undefined;
  const kept = writer.kept.toSorted((a, b) => a.from - b.from);
  return { text: writer.parts.join(""), placeOf: (offset) => placeIn(kept, offset) };
}

function byStart(a: Splice, b: Splice): number {
  return a.from - b.from || Number(a.from !== a.to) - Number(b.from !== b.to);
}

interface Writer {
  readonly text: string;
  readonly splices: readonly Splice[];
  readonly used: Set<Splice>;
  readonly parts: string[];
  readonly kept: Kept[];
  at: number;
}

/** Writes a range of the old text, with its splices. False when a splice is cut by another one. */
function write(writer: Writer, { from, to }: Range): boolean {
  let at = from;
  for (const splice of splicesIn(writer, from, to)) {
    if (splice.from < at || splice.to > to) return false;
    keep(writer, at, splice.from);
    writer.used.add(splice);
    for (const piece of splice.pieces) {
      if (typeof piece === "string") add(writer, piece);
      else if (!write(writer, piece)) return false;
    }
    at = splice.to;
  }
  keep(writer, at, to);
  return true;
}

/** Those not yet in use that start in a range; an insertion may stand at its end. */
function splicesIn({ splices, used }: Writer, from: number, to: number): readonly Splice[] {
  const found: Splice[] = [];
  let end = from;
  for (let index = firstFrom(splices, from); index < splices.length; index++) {
    const splice = splices[index];
    if (splice === undefined || splice.from > to) break;
    if (used.has(splice) || (splice.from === to && splice.to > to)) continue;
    // What stands inside the one before it belongs to a range that one keeps.
    if (splice.from < end) continue;
    found.push(splice);
    end = splice.to;
  }
  return found;
}

function firstFrom(splices: readonly Splice[], from: number): number {
  let [low, high] = [0, splices.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((splices[middle]?.from ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low;
}

function add(writer: Writer, part: string): void {
  writer.parts.push(part);
  writer.at += part.length;
}

function keep(writer: Writer, from: number, to: number): void {
  if (from === to) return;
  writer.kept.push({ from, to, at: writer.at });
  add(writer, writer.text.slice(from, to));
}

function placeIn(kept: readonly Kept[], offset: number): number | undefined {
  const found = kept.find(({ from, to }) => from <= offset && offset < to);
  return found === undefined ? undefined : found.at + offset - found.from;
}
