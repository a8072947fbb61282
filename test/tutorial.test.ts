import { expect, test } from "vitest";
import { folderWith } from "./cli-fixture.ts";
import { consoleBlocks, rewriteOutput } from "./support/console-blocks.ts";
import { runDocform } from "./support/run-docform.ts";
import { shellWords } from "./support/shell-words.ts";
import { startTestPlatform } from "./support/start-platform.ts";

const doc = "docs/tutorial.md";

test("docs/tutorial.md: from an empty folder to an empty plan, as its commands print it", async () => {
  const { env, url } = await startTestPlatform("examples/library/live.yaml");
  const folder = folderWith({});
  const shown = consoleBlocks(doc);
  expect(shown.map(({ command }) => command)).toContain("docform init --from-platform --ci github");
  for (const one of shown) {
    const [program, ...argv] = shellWords(one.command);
    expect(program).toBe("docform");
    const { code, stdout, stderr } = await runDocform(argv, { cwd: folder, env, node: "20.19.0" });
    expect([one.command, code, stderr]).toEqual([one.command, 0, ""]);
    const printed = stdout.replaceAll(url, "http://127.0.0.1:4400");
    if (process.env.UPDATE_GOLDEN === "1") rewriteOutput(doc, one, printed);
    else expect(`${one.command}\n${one.output}`).toBe(`${one.command}\n${printed}`);
    if (argv[0] === "plan") expect(stdout).toMatch(/^No changes\./m);
  }
});
