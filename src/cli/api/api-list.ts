import { mutates, type Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { inReferenceOrder } from "../../contract/parts.ts";
import { table } from "../../render/text/columns.ts";
import { counted } from "../../render/words.ts";
import type { JsonObject } from "../../text/json.ts";

/** The operations that hold all of the words, in their name, method, path, part or summary. */
export function matchingOperations(words: readonly string[]): readonly Operation[] {
  const wanted = words.map((word) => word.toLowerCase());
  return inReferenceOrder<Operation>(Object.values(operations)).filter(
    ({ name, method, path, part, summary }) => {
      const text = `${name} ${method} ${path} ${part} ${summary}`.toLowerCase();
      return wanted.every((word) => text.includes(word));
    },
  );
}

/** Operations as a table, with how many there are. */
export function renderOperations(found: readonly Operation[]): string {
  const rows = found.map(({ name, method, path, part, summary }) => [name, method, path, part, summary]);
  const lines = table([["NAME", "METHOD", "PATH", "PART", "SUMMARY"], ...rows]);
  return `${lines.join("\n")}\n\n${counted(found.length, "operation")}; docform api NAME --help shows what one takes\n`;
}

/** Operations as data. */
export function operationData(found: readonly Operation[]): readonly JsonObject[] {
  return found.map((operation) => {
    const { name, method, path, part, summary, retry } = operation;
    return { name, method, path, part, summary, mutates: mutates(operation), retry };
  });
}
