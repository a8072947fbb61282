const mark = "id:";

/** The id that a manifest writes instead of a key, as `id:…`; undefined for a key. */
export function idIn(written: string): string | undefined {
  return written.startsWith(mark) ? written.slice(mark.length) : undefined;
}
