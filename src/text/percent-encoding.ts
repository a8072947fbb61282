/** A part of an address without its percent signs; as it is where they are none of an address. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
