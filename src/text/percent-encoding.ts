/** A part of an address without its percent signs; as it is where they are none of an address. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A text as a part of a name of a file, ref or row: all but letters, digits, - and _ is percent-encoded. */
export function encodedName(text: string): string {
  const hex = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  return text.replace(/[^A-Za-z0-9_-]/gu, (sign) => [...new TextEncoder().encode(sign)].map(hex).join(""));
}
