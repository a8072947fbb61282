/** A readable path from a title: lower case, letters and digits of any script, dashes between. */
export function slugOf(title: string, fallback: string): string {
  const plain = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  const slug = plain.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");
  return cut(slug, maxLength) || fallback;
}

/** The slug, with a number when it is in use: `guides`, `guides-2`, `guides-3` (A23). */
export function uniqueSlug(slug: string, isTaken: (slug: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? "" : `-${number}`;
    const candidate = cut(slug, maxLength - suffix.length) + suffix;
    if (!isTaken(candidate)) return candidate;
  }
}

const maxLength = 100;

function cut(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$|-$/, "");
}
