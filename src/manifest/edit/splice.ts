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

/**
 * Applies splices to a text; those of inner values come before those of outer ones. Undefined when two of them
 * contradict each other.
 */
export function applySplices(text: string, splices: readonly Splice[]): string | undefined {
  const rank = new Map(splices.map((splice, at) => [splice, at]));
  // The sort is stable: insertions at one place stay in the order in which they were asked for.
  const writer: Writer = { text, splices: splices.toSorted(byStart), rank, used: new Set(), parts: [] };
  if (!write(writer, { from: 0, to: text.length }, Infinity) || writer.used.size < splices.length)
    return undefined;
  return writer.parts.join("");
}

function byStart(a: Splice, b: Splice): number {
  return a.from - b.from || Number(a.from !== a.to) - Number(b.from !== b.to);
}

interface Writer {
  readonly text: string;
  readonly splices: readonly Splice[];
  readonly rank: ReadonlyMap<Splice, number>;
  readonly used: Set<Splice>;
  readonly parts: string[];
}

/** Writes a range of the old text, with its splices of a lower rank. False when a splice is cut by another one. */
function write(writer: Writer, { from, to }: Range, before: number): boolean {
  let at = from;
  for (const splice of splicesIn(writer, from, to, before)) {
    // An insertion at the end of a range that the splice before it keeps stands in that range.
    if (writer.used.has(splice)) continue;
    if (splice.from < at || splice.to > to) return false;
    writer.parts.push(writer.text.slice(at, splice.from));
    writer.used.add(splice);
    for (const piece of splice.pieces) {
      if (typeof piece === "string") writer.parts.push(piece);
      else if (!write(writer, piece, writer.rank.get(splice) ?? 0)) return false;
    }
    at = splice.to;
  }
  writer.parts.push(writer.text.slice(at, to));
  return true;
}

/** Those not yet in use that start in a range; an insertion may stand at its end. */
function splicesIn(
  { splices, rank, used }: Writer,
  from: number,
  to: number,
  before: number,
): readonly Splice[] {
  const found: Splice[] = [];
  let end = from;
  for (let index = firstFrom(splices, from); index < splices.length; index++) {
    const splice = splices[index];
    if (splice === undefined || splice.from > to) break;
    if (used.has(splice) || (rank.get(splice) ?? 0) >= before || (splice.from === to && splice.to > to))
      continue;
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
