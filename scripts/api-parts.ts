import type { Operation } from "../src/contract/operation.ts";
import { inReferenceOrder, partTitles } from "../src/contract/parts.ts";

/** The hand-written page that ends with the generated table. */
export const assumptionsFile = "docs/internals/api-assumptions.md";

const mark = "<!-- Generated from src/contract by `npm run generate`. -->\n";

/** The page with the table of chapter 4 at its end: number, subject, name and call of each operation. */
export function withApiParts(page: string, operations: readonly Operation[]): string {
  const [written = ""] = page.split(mark);
  const rows = inReferenceOrder(operations).map(
    ({ part, name, method, path }) => `| ${part} | ${partTitles[part]} | \`${name}\` | ${method} ${path} |`,
  );
  return `${written}${mark}\n| number | subject | operation | call |\n|---|---|---|---|\n${rows.join("\n")}\n`;
}
