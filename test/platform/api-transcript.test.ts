import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { operations } from "../../src/contract/operations.ts";
import { partTitles } from "../../src/contract/parts.ts";
import { consoleBlocks, rewriteOutput } from "../support/pages/console-blocks.ts";
import { startTestPlatform, type TestPlatform } from "../support/platform/start-platform.ts";
import { runDocform } from "../support/processes/run-docform.ts";
import { shellWords } from "../support/processes/shell-words.ts";

const doc = "docs/reference/api.md";
/** Lines of an answer that the doc shows; `…` stands for more. */
const mostLines = 12;

/** Runs a command, and what it printed as the doc shows it. */
async function shownOutput(platform: TestPlatform, command: string): Promise<string> {
  const [program, ...argv] = shellWords(command);
  expect(program).toBe("docform");
  const { code, stdout, stderr } = await runDocform(argv, { cwd: ".", env: platform.env });
  expect([command, code, code === 0 ? "" : stderr]).toEqual([command, 0, ""]);
  const lines = settled(stdout, platform).trimEnd().split("\n");
  const cut = lines.length > mostLines ? [...lines.slice(0, mostLines), "…"] : lines;
  return cut.join("\n") === "" ? "" : `${cut.join("\n")}\n`;
}

/** The output without what another seed would change: the port, and the numbers of new ids. */
function settled(output: string, { url }: TestPlatform): string {
  return output.replaceAll(url, "http://127.0.0.1:4400").replaceAll(/\b([a-z]+)_\d{4,}\b/g, "$1_4711");
}

describe("docs/reference/api.md", () => {
  test("shows what its commands print, from the first to the last", async () => {
    const platform = await startTestPlatform("examples/acme/live.yaml");
    const called: (string | null)[] = [];
    for (const shown of consoleBlocks(doc)) {
      const { command, output } = shown;
      const printed = await shownOutput(platform, command);
      if (process.env.UPDATE_GOLDEN === "1") rewriteOutput(doc, shown, printed);
      else expect(`${command}\n${output}`).toBe(`${command}\n${printed}`);
      called.push(...platform.takeRequests().map(({ operation }) => operation));
    }
    const parts = Object.values(operations).filter(({ name }) => called.includes(name));
    expect(new Set(parts.map(({ part }) => part))).toEqual(new Set(Object.keys(partTitles)));
  });

  test("names the parts as the contract does", () => {
    const titles = [...readFileSync(doc, "utf8").matchAll(/^### (4\.\d+) (.*)$/gm)];
    expect(Object.fromEntries(titles.map(([, part, title]) => [part, title]))).toEqual(partTitles);
  });

  test("names only operations that there are", () => {
    const text = `${readFileSync(doc, "utf8")}${readFileSync("README.md", "utf8")}`;
    const names = [...text.matchAll(/docform api ([a-z]+[A-Z]\w*)/g)].map(([, name = ""]) => name);
    expect(names.filter((name) => !(name in operations))).toEqual([]);
  });
});
