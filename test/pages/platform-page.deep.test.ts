import { resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { startPlatform } from "../../src/platform/server/server.ts";
import { escapeHidden } from "../../src/text/hidden-characters.ts";
import { violationsOf } from "../support/pages/axe.ts";
import { startBrowser } from "../support/pages/browser.ts";
import { hostileTitles } from "../support/plans/hostile-titles.ts";
import { hostileSeed } from "../support/platform/hostile-seed.ts";
import { seedState } from "../support/platform/seed-state.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { smallSeed } from "../support/platform/test-platform.ts";
import { runDocform } from "../support/processes/run-docform.ts";
import { runServe } from "../support/processes/run-serve.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";

const hub = resolve("examples/hub");
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser?.close());

// Pages stay open until the end: this browser has one process, which ends with the first that closes.

/** A page of the browser at an address, and what it must not cause: errors, dialogs, requests of others. */
async function open(url: string, options = {}): Promise<{ page: Page; noticed: readonly string[] }> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const noticed: string[] = [];
  page.on("request", (request) => request.url().startsWith(`${url}/`) || noticed.push(request.url()));
  page.on("console", (message) => noticed.push(message.text()));
  page.on("pageerror", (error) => noticed.push(error.message));
  page.on("dialog", (dialog) => noticed.push(dialog.message()));
  await page.goto(url);
  return { page, noticed };
}

async function expectNoViolations(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOf(page), colorScheme).toEqual([]);
  }
}

test("while an apply runs, its requests appear, and what it changes lights up", async () => {
  const serving = await runServe(["--seed", resolve(hub, "live.yaml")], { cwd: hub });
  onTestFinished(async () => void (await serving.stop()));
  const { page, noticed } = await open(serving.url);
  const state = page.locator("#status");
  await expect.poll(() => state.innerText()).toContain("Live: what changes lights up.");
  expect(await page.locator("#log li").count()).toBe(0);
  const site = page.locator("[data-item$='/sites/site_hub']");
  expect(await site.innerText()).toContain("unlisted");

  const env = { DOCFORM_BASE_URL: serving.url, DOCFORM_TOKEN: serving.token };
  const run = await runDocform(["apply", "--yes"], { cwd: copyOfProject("examples/hub"), env });
  expect(run.code, run.stderr).toBe(0);

  await expect.poll(() => site.getAttribute("data-lit")).toBe("changed");
  await expect.poll(() => site.innerText()).toContain("public");
  const spec = page.locator("[data-item$='/openapi/orders']");
  await expect.poll(() => spec.getAttribute("data-lit")).toBe("new");
  const legal = "[data-item$='/sections/section_legal']";
  expect(await page.locator(legal).count()).toBe(0);
  const untouched = page.locator("[data-item='/v1/spaces/sp_sdks']");
  expect(await untouched.getAttribute("data-lit")).toBe(null);
  const log = page.locator("#log");
  await expect.poll(() => log.innerText()).toContain("PATCH /v1/orgs/org_orbit/sites/site_hub 200");
  expect(await log.innerText()).not.toContain(serving.token);
  const looks = () => page.locator("#log li:visible").evaluateAll((rows) => rows.map((row) => row.className));
  expect(new Set(await looks())).toEqual(new Set(["write"]));
  await page.getByLabel("Show").selectOption({ label: "all" });
  expect(new Set(await looks())).toContain("read");
  await page.getByLabel("Show").selectOption({ label: "writes and failures" });
  await expect.poll(() => state.innerText()).toContain("1 new, 3 changed, 2 deleted");
  await expectNoViolations(page);
  expect(noticed).toEqual([]);
});

test("of forty hostile titles nothing runs, renders or is hidden, also when they change", async () => {
  const { url, token } = await startTestPlatform(hostileSeed());
  const { page, noticed } = await open(url);
  const team = page.locator("[data-item='/v1/orgs/org_acme/teams/team_0']");
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  for (const title of hostileTitles) {
    const path = `/v1/orgs/org_acme/teams/team_0?x=${encodeURIComponent(JSON.stringify(title))}`;
    const body = JSON.stringify({ title });
    expect((await fetch(url + path, { method: "PATCH", headers, body })).status).toBe(200);
  }
  await expect.poll(() => team.innerText()).toContain(escapeHidden(hostileTitles.at(-1) ?? ""));
  expect(await page.title()).toBe("docform platform");
  const foreign = "img, svg, iframe, link, form, input, object, base, details, [style], [onload], [onerror]";
  expect(await page.locator(foreign).count()).toBe(0);
  expect(await page.locator("script, a").count()).toBe(2);
  await expectNoViolations(page);
  expect(noticed).toEqual([]);
});

test("without scripts it is readable, and says to reload it", async () => {
  const { url } = await startTestPlatform(resolve(hub, "live.yaml"));
  const { page } = await open(url, { javaScriptEnabled: false });
  expect(await page.locator("#status").innerText()).toBe("Reload to see changes.");
  expect(await page.locator("main").innerText()).toContain("Developer Hub");
});

test("it says that the platform is gone, and follows it again when it is back", async () => {
  const state = seedState(smallSeed);
  const first = await startPlatform({ state, port: 0, clock: Date.now });
  const { page } = await open(first.url);
  await page.getByText("Live:").waitFor();
  await first.close();
  await page.getByText("The connection is lost; the page tries again.").waitFor();
  state.organizations.byId.org_acme!.title = "Acme, as it came back";
  // A connection of another test may have the port for a moment.
  const again = { state, port: Number(new URL(first.url).port), clock: Date.now };
  const second = await vi.waitFor(() => startPlatform(again), { timeout: 60_000, interval: 500 });
  onTestFinished(() => second.close());
  await page.getByText("Acme, as it came back").waitFor();
  expect(await page.locator("#status").innerText()).toContain("Live: what changes lights up.");
});
