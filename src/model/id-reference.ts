const mark = "id:";

/** The id that a manifest writes instead of a key, as `id:…`; undefined for a key. */
export function idIn(written: string): string | undefined {
  return written.startsWith(mark) ? written.slice(mark.length) : undefined;
}

/** The key of an item that a default names by its key, or as the item itself names what it shows: `id:…`. */
export function itemKeyIn(written: string): string {
  return idIn(written) ?? written;
}
