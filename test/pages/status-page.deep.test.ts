import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type OrganizationStatus,
  organizationStates,
  type StatusDocument,
} from "../../src/model/documents/status-document.ts";
import { renderStatusHtml } from "../../src/render/html/status-html.ts";
import { terminalText } from "../../src/render/safe-text.ts";
import { violationsOf } from "../support/pages/axe.ts";
import { startBrowser } from "../support/pages/browser.ts";
import { hostileTitles } from "../support/plans/hostile-titles.ts";

const at = "2026-06-02T11:00:00.000Z";

/** A thousand organizations: each state, each of forty hostile titles in each place, and the rest applied. */
const organizations = Array.from({ length: 1000 }, (_, index): OrganizationStatus => {
  const title = hostileTitles[index - organizationStates.length];
  const state = organizationStates[index] ?? (title === undefined ? "applied" : "failed");
  const organization = title ?? `o${String(index + 1).padStart(4, "0")}`;
  return {
    organization,
    id: `org_${index}`,
    state,
    ...(state === "applied"
      ? {}
      : { message: title ?? "2 calls: 1 failed, 1 done", next: title ?? "docform runs show RUN" }),
    ...(state === "never applied" ? {} : { lastApply: { at, age: index * 3600, by: title ?? "ana" } }),
    drift: { at, age: 60, differing: index % 3, trend: [0, 2, index % 3] },
  };
}).sort((one, other) => organizationStates.indexOf(one.state) - organizationStates.indexOf(other.state));

const counts = Object.fromEntries(
  organizationStates.map((state) => [state, organizations.filter((one) => one.state === state).length]),
);
const platform = { baseUrl: "https://api.example" };
const document: StatusDocument = { formatVersion: 1, at, platform, counts, organizations };

let browser: Browser;
let page: Page;
let milliseconds = 0;
const folder = mkdtempSync(join(tmpdir(), "docform-status-"));
const noticed: string[] = [];

beforeAll(async () => {
  const file = join(folder, "status.html");
  writeFileSync(
    file,
    renderStatusHtml(document, ["o0001.plan.html", "o0001.drift.html", "o0100+o0101.plan.html"]),
  );
  const url = pathToFileURL(file).href;
  browser = await startBrowser();
  page = await browser.newPage();
  page.on("request", (request) => request.url() !== url && noticed.push(request.url()));
  page.on("console", (message) => noticed.push(message.text()));
  page.on("pageerror", (error) => noticed.push(error.message));
  await page.goto("about:blank");
  const begun = performance.now();
  await page.goto(url);
  await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  milliseconds = performance.now() - begun;
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a thousand organizations are there, in the order of states, and run and request nothing", async () => {
  expect(await page.locator("main li").count()).toBe(1000);
  expect(await page.locator("main h2").allTextContents()).toEqual(
    organizationStates.map((state) => `${state} (${counts[state]})`),
  );
  expect(await page.locator("script, img, svg, iframe, form, [style], [onload]").count()).toBe(0);
  expect(noticed).toEqual([]);
  process.stderr.write(`status page of 1,000: ${Math.round(milliseconds)} ms\n`);
});

test("shows hostile texts as they are written", async () => {
  const names = await page.locator("main h3").allTextContents();
  expect(names).toEqual(expect.arrayContaining(hostileTitles.map(terminalText)));
});

test("each organization leads to its pages that lie beside, one of joined organizations from each", async () => {
  const links = await page.evaluate(
    `[...document.querySelectorAll("main a")].map((link) => [link.textContent, link.getAttribute("href")])`,
  );
  expect(links).toEqual([
    ["drift of o0001", "./o0001.drift.html"],
    ["plan of o0001", "./o0001.plan.html"],
    ["plan of o0100", "./o0100%2Bo0101.plan.html"],
    ["plan of o0101", "./o0100%2Bo0101.plan.html"],
  ]);
  await page.locator("nav a").nth(1).press("Enter");
  expect(await page.evaluate("document.querySelector(':target').textContent")).toBe("failed (41)");
});

test.each([
  ["light", 400],
  ["dark", 1280],
] as const)("breaks no rule of accessibility in %s, %i pixels wide", async (colorScheme, width) => {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  expect(await violationsOf(page)).toEqual([]);
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${colorScheme}.png` });
});
