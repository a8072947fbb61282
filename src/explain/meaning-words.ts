import type { Meaning } from "../manifest/schema/omitted-empty-null.ts";
import type { Markup } from "./kind-words.ts";

/** What it means to write nothing, in words. */
export function meaningWords(meaning: Meaning, code: Markup["code"]): string {
  switch (meaning.type) {
    case "left alone":
    case "cleared":
    case "removed":
      return meaning.type;
    case "key":
      return "the key is the value";
    case "set":
      return `set to ${code(JSON.stringify(meaning.value))}${meaning.as === undefined ? "" : `: ${meaning.as}`}`;
    case "reported":
      return "left alone, and reported as unmanaged";
    case "refused":
      return `error ${code(meaning.code)}`;
    case "blocked":
      return `blocked: ${meaning.reason}`;
    case "no such form":
      return "–";
  }
}
