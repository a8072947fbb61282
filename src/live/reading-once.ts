import { canonicalJson } from "../core/json.ts";
import type { Reader } from "./read-live.ts";

type Read<T> = (...asked: Parameters<Reader["one"]>) => Promise<T>;

/** A reader that asks for everything once: whatever is made of its answers rests on the same ones. */
export function readingOnce(reader: Reader): Reader {
  const known = new Map<string, Promise<unknown>>();
  const once =
    <T>(read: Read<T>): Read<T> =>
    (operation, params) => {
      const key = `${operation.name} ${canonicalJson(params)}`;
      const answer = (known.get(key) as Promise<T> | undefined) ?? read(operation, params);
      known.set(key, answer);
      return answer;
    };
  return {
    requests: reader.requests,
    one: once(reader.one),
    find: once(reader.find),
    list: once(reader.list),
  };
}
