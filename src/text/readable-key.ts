const longest = 60;

/** Letters that Unicode does not take apart into one of ours and a mark. */
const letters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  þ: "th",
  ı: "i",
};

/**
 * A readable key from a name: lower case, letters and digits, dashes between. Undefined for a name without any of
 * them, such as one in another script.
 */
export function keyFrom(name: string): string | undefined {
  const plain = name
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => letters[letter] ?? "")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/['’]/g, "");
  const key = plain.replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "");
  return key.slice(0, longest).replace(/-+$/, "") || undefined;
}

/** The key, with a number at its end when it is taken: `guides`, `guides-2`. */
export function freeKey(key: string, isTaken: (key: string) => boolean): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? key : `${key}-${number}`;
    if (!isTaken(candidate)) return candidate;
  }
}
