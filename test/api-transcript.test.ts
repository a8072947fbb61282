import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { operations } from "../src/contract/operations.ts";
import { partTitles } from "../src/contract/parts.ts";
import { codeBlocks } from "./support/code-blocks.ts";
import { runDocform } from "./support/run-docform.ts";
import { shellWords } from "./support/shell-words.ts";
import { startTestPlatform, type TestPlatform } from "./support/start-platform.ts";

const doc = "docs/api.md";
/** Lines of an answer that the doc shows; `…` stands for more. */
const shown = 12;

interface Call {
  readonly command: string;
  /** What the doc says it prints. */
  readonly output: string;
}

function transcript(): readonly Call[] {
  return codeBlocks(doc, "console").map((block) => {
    const [first = "", ...output] = block.split("\n");
    return { command: first.replace(/^\$ /, ""), output: output.join("\n") };
  });
}

/** Runs a command, and what it printed as the doc shows it. */
async function shownOutput(platform: TestPlatform, command: string): Promise<string> {
  const [program, ...argv] = shellWords(command);
  expect(program).toBe("docform");
  const { code, stdout, stderr } = await runDocform(argv, { cwd: ".", env: platform.env });
  expect([command, code, code === 0 ? "" : stderr]).toEqual([command, 0, ""]);
  const lines = settled(stdout, platform).trimEnd().split("\n");
  const cut = lines.length > shown ? [...lines.slice(0, shown), "…"] : lines;
  return cut.join("\n") === "" ? "" : `${cut.join("\n")}\n`;
}

/** The output without what another seed would change: the port, and the numbers of new ids. */
function settled(output: string, { url }: TestPlatform): string {
  return output.replaceAll(url, "http://127.0.0.1:4400").replaceAll(/\b([a-z]+)_\d{4,}\b/g, "$1_4711");
}

describe("docs/api.md", () => {
  test("shows what its commands print, from the first to the last", async () => {
    const platform = await startTestPlatform("examples/acme/live.yaml");
    const called: (string | null)[] = [];
    for (const { command, output } of transcript()) {
      const printed = await shownOutput(platform, command);
      if (process.env.UPDATE_GOLDEN === "1") rewrite(`$ ${command}\n${output}`, `$ ${command}\n${printed}`);
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

function rewrite(from: string, to: string): void {
  const text = readFileSync(doc, "utf8");
  writeFileSync(
    doc,
    text.replace(`\n${from}\`\`\``, () => `\n${to}\`\`\``),
  );
}
