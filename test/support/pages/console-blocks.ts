import { readFileSync, writeFileSync } from "node:fs";
import { codeBlocks } from "./code-blocks.ts";

/** A command of a doc, and what the doc says it prints. */
export interface Shown {
  readonly command: string;
  readonly output: string;
}

/** The `console` blocks of a doc, in order: a command after `$ `, and what it prints. */
export function consoleBlocks(doc: string): readonly Shown[] {
  return codeBlocks(doc, "console").map((block) => {
    const [first = "", ...output] = block.split("\n");
    return { command: first.replace(/^\$ /, ""), output: output.join("\n") };
  });
}

/** Puts what a command printed into the doc. */
export function rewriteOutput(doc: string, { command, output }: Shown, printed: string): void {
  const text = readFileSync(doc, "utf8");
  writeFileSync(
    doc,
    text.replace(`\n$ ${command}\n${output}\`\`\``, () => `\n$ ${command}\n${printed}\`\`\``),
  );
}
