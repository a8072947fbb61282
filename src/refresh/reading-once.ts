import { keeping, type Read } from "./keeping.ts";
import type { Reader } from "./reader.ts";

/**
 * A reader that asks for everything once, so that all results use the same answers. A fresh read replaces the
 * known answer.
 */
export function readingOnce(reader: Reader): Required<Reader> {
  const known = new Map<string, Promise<unknown>>();
  const anew = (key: string, read: Read): Promise<unknown> => {
    const answer = read();
    known.set(key, answer);
    return answer;
  };
  const once = (key: string, read: Read): Promise<unknown> => known.get(key) ?? anew(key, read);
  return { ...keeping(reader, once), fresh: keeping(reader.fresh ?? reader, anew) };
}
