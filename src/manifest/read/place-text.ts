import type { Source } from "../../model/diagnostic.ts";

/** A place as people look it up. */
export function placeText({ file, line, column }: Source): string {
  return `${file}:${line}:${column}`;
}
