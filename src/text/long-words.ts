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
