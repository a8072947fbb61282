import { readFileSync } from "node:fs";

/** The fenced code blocks of a Markdown file in a language, in order. */
export function codeBlocks(file: string, language: string): readonly string[] {
  const blocks = readFileSync(file, "utf8").matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm);
  return [...blocks].filter(([, tag]) => tag === language).map(([, , code = ""]) => code);
}
