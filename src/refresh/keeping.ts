import type { Operation } from "../contract/operation.ts";
import { canonicalJson, type JsonObject } from "../text/json.ts";
import type { Reader } from "./reader.ts";

/** Reads from the platform. */
export type Read = () => Promise<unknown>;

/** Returns the answer for a key: a known one, or the result of `read`. */
export type Keeping = (key: string, read: Read) => Promise<unknown>;

/** A reader whose answers somebody keeps. */
export function keeping(reader: Reader, answer: Keeping): Omit<Reader, "fresh"> {
  const kept =
    <T>(read: (operation: Operation, params: JsonObject) => Promise<T>) =>
    (operation: Operation, params: JsonObject): Promise<T> =>
      answer(`${operation.name} ${canonicalJson(params)}`, () => read(operation, params)) as Promise<T>;
  return {
    requests: reader.requests,
    one: kept(reader.one),
    find: kept(reader.find),
    list: kept(reader.list),
  };
}
