import { statSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { expectGolden } from "../support/golden.ts";
import { startBrowser } from "../support/pages/browser.ts";
import { terminalSvg } from "../support/pages/terminal-svg.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { runDocform } from "../support/processes/run-docform.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";

const cwd = resolve("examples/hub");
/** Drawn by a browser, so their bytes differ between machines: `npm run pictures` writes them, and nothing compares them. */
const pagePictures = ["light", "dark"].map((scheme) => resolve(`docs/images/plan-page-${scheme}.png`));

const plan = async (argv: readonly string[], columns?: number): Promise<string> => {
  const { env, sleep } = await startTestPlatform(resolve(cwd, "live.yaml"));
  const terminal = columns === undefined ? {} : { columns };
  const { stdout } = await runDocform(["plan", ...argv], { cwd, env, sleep, ...terminal });
  return sameEachTime(stdout, env.DOCFORM_BASE_URL ?? "");
};

/** The address of the platform has another port each time, and the digest is over the address too. */
function sameEachTime(text: string, url: string): string {
  const [, digest = ""] = /--expect ([0-9a-f]{16})/.exec(text) ?? [];
  const shown = text.replaceAll(url, "https://docs-platform.example");
  if (digest === "") return shown;
  return shown.replaceAll(digest, "9f3c77a1b2c4d5e6").replaceAll(digest.slice(0, 8), "9f3c77a1");
}

test("the picture in README shows what docform plan prints on a terminal", async () => {
  expectGolden(resolve("docs/images/plan.svg"), terminalSvg("docform plan", await plan([], 92)));
});

test("the pictures of a plan as a page are there, and small", async () => {
  if (process.env.UPDATE_GOLDEN === "1") await drawPage(await plan(["--format", "html"]));
  for (const picture of pagePictures) expect(statSync(picture).size, picture).toBeLessThan(250_000);
});

/** The page of the embedded platform while an apply runs, in light and in dark. */
const platformPictures = ["light", "dark"].map((scheme) =>
  resolve(`docs/images/platform-page-${scheme}.png`),
);

test("the pictures of the page of the embedded platform are there, and small", async () => {
  if (process.env.UPDATE_GOLDEN === "1") await drawPlatform();
  for (const picture of platformPictures) expect(statSync(picture).size, picture).toBeLessThan(250_000);
});

async function drawPlatform(): Promise<void> {
  const { url, env, sleep } = await startTestPlatform(resolve(cwd, "live.yaml"));
  const browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width: 1160, height: 780 } });
  await page.goto(url);
  await page.getByText("Live:").waitFor();
  expect((await runDocform(["apply", "--yes"], { cwd: copyOfProject(cwd), env, sleep })).code).toBe(0);
  await page.getByText("1 new, 3 changed, 2 deleted").waitFor();
  for (const [at, colorScheme] of (["light", "dark"] as const).entries()) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: platformPictures[at] ?? "" });
  }
  await browser.close();
}

async function drawPage(html: string): Promise<void> {
  const browser = await startBrowser();
  const page = await browser.newPage({ viewport: { width: 980, height: 1140 } });
  await page.setContent(html);
  for (const [at, colorScheme] of (["light", "dark"] as const).entries()) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: pagePictures[at] ?? "" });
  }
  await browser.close();
}
