import type { Json } from "../text/json.ts";
import { withoutLongWords } from "../text/long-words.ts";
import { mapTexts } from "../text/redaction.ts";
import type { Io } from "./io.ts";

/** Keys of sentences, in which ids and names of other people stand. */
const sentences = new Set(["message", "reason", "hint", "label"]);

/**
 * The texts of a command, masked as a whole, before anything cuts them. The rest of a
 * secret that was cut could not be told from other text any more.
 */
export function shown<T>({ mask = String }: Pick<Io, "mask">, said: T): T {
  const change = (text: string, key?: string): string => {
    const masked = mask(text);
    return key !== undefined && sentences.has(key) ? withoutLongWords(masked) : masked;
  };
  return mapTexts(said as Json, change) as T;
}
