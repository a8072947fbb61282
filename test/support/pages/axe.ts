import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

const source = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

/** The findings of axe on a page by WCAG 2.2 AA and by good practice: rule, then the elements. */
export async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(source);
  return page.evaluate<
    readonly string[]
  >(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ": " + nodes.map(({ target }) => target.join(" ")).join(", ")))`);
}
