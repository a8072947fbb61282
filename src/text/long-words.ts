/** Longest word of a message: an id or an address is shorter. */
const longest = 200;
const long = new RegExp(`\\S{${longest + 1},}`, "g");

/** Half of a surrogate pair beside the cut. */
const half = /[\uD800-\uDBFF](?=…)|(?<=…)[\uDC00-\uDFFF]/g;

/** A message without endless words: what somebody else named, such as an id of the platform, may have a megabyte. */
export function withoutLongWords(message: string): string {
  return message.length <= longest
    ? message
    : message.replace(long, (word) =>
        `${word.slice(0, longest / 2)}…${word.slice(-longest / 4)}`.replace(half, ""),
      );
}

/**
 * The beginning of a text that is masked only later, where it is shown. It ends between two words: of a secret that was
 * cut in two, the rest could not be told from other text.
 */
export function beginningOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const beginning = text.slice(0, most + 1);
  const end = Math.max(...[" ", "\n", "\t", "<", ">"].map((sign) => beginning.lastIndexOf(sign)));
  return `${beginning.slice(0, Math.max(end, 0)).trimEnd()}…`;
}
