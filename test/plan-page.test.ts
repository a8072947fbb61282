import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutOrganization } from "../src/model/address.ts";
import { renderPlanHtml } from "../src/render/html/plan-html.ts";
import { everyPart, hostile } from "./plan-fixture.ts";
import { startBrowser } from "./support/browser.ts";

let browser: Browser;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), "docform-page-"));
/** What a page must not cause: requests besides its own, messages in the console, dialogs, errors. */
const noticed: string[] = [];

/** The contrast of each text of the page with what is behind it. */
function contrasts(): Promise<readonly { text: string; contrast: number; isLightOnDark: boolean }[]> {
  return page.evaluate(readFileSync("test/support/contrasts.js", "utf8"));
}

beforeAll(async () => {
  const file = join(folder, "plan.html");
  const given = { directory: hostile.html, var: [hostile.comment] };
  writeFileSync(file, renderPlanHtml(everyPart, { environment: hostile.image, commit: hostile.bidi, given }));
  const url = pathToFileURL(file).href;
  browser = await startBrowser();
  page = await browser.newPage();
  page.on("request", (request) => request.url() !== url && noticed.push(request.url()));
  page.on("console", (message) => noticed.push(message.text()));
  page.on("pageerror", (error) => noticed.push(error.message));
  page.on("dialog", (dialog) => noticed.push(dialog.message()));
  await page.goto(url);
}, 60_000);

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the page of a plan whose texts are hostile, opened from a disk,", () => {
  test("runs nothing, requests nothing, and breaks no rule of its own", async () => {
    expect(await page.locator("script, img, iframe, link, form, input, object, [style]").count()).toBe(0);
    expect(await page.locator("h1").innerText()).toBe(
      "docform plan: 3 to add, 4 to change, 4 to delete (2 of them final), 3 to move, 1 to restore, 1 to adopt",
    );
    expect(noticed).toEqual([]);
  });

  test("lets no markup of others do anything, were there some", async () => {
    const tried = await page.evaluate(`
      const style = document.createElement("style");
      style.textContent = "body { display: none }";
      document.head.append(style);
      const isHidden = getComputedStyle(document.body).display === "none";
      style.remove();
      isHidden;`);
    expect(tried).toBe(false);
    expect(noticed.splice(0)).toEqual([expect.stringContaining("Content Security Policy")]);
  });

  test("has each address once, where links lead, as a head or as a row of the navigation", async () => {
    const addresses = [...new Set(everyPart.changes.map(({ address }) => address))];
    const shown = await page.evaluate<readonly (readonly [string, string | undefined])[]>(`
      [...document.querySelectorAll("[id]")].map((element) => {
        const head = element.matches("code") ? element : element.querySelector("h3 > code, h4 > code");
        return ["#" + element.id, head?.textContent];
      })`);
    expect(shown.map(([, name]) => name).sort()).toEqual(addresses.map(withoutOrganization).sort());
    const places = new Map(shown);
    const links = await page.evaluate<readonly (readonly [string, string])[]>(
      `[...document.querySelectorAll("a")].map((link) => [link.getAttribute("href"), link.textContent])`,
    );
    expect(links.length).toBeGreaterThan(10);
    for (const [place, name] of links)
      expect(name === "details" ? places.has(place) : places.get(place) === name, place).toBe(true);
  });

  test("has heads in order, without a step left out", async () => {
    const levels = await page.evaluate<readonly number[]>(
      `[...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].map((head) => Number(head.tagName.slice(1)))`,
    );
    expect(levels[0]).toBe(1);
    expect(levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)).toEqual([]);
  });

  test("opens the calls by a click, in order", async () => {
    const calls = page.locator("details", { hasText: "3 API calls in order" });
    const row = calls.getByText("createOrUpdateOpenApiSpec");
    expect(await row.isVisible()).toBe(false);
    await calls.locator("summary").click();
    expect(await row.isVisible()).toBe(true);
    expect(await calls.locator("tbody th").allInnerTexts()).toEqual(["s1", "s2", hostile.html]);
  });

  test.each([320, 640, 1200])("scrolls in no other direction than down, %i pixels wide", async (width) => {
    await page.setViewportSize({ width, height: 800 });
    for (const summary of await page.locator("details:not([open]) > summary").all()) await summary.click();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
  });

  test.each(["light", "dark"] as const)(
    "can be read in %s: every text has enough contrast",
    async (scheme) => {
      await page.emulateMedia({ colorScheme: scheme });
      const texts = await contrasts();
      expect(texts.length).toBeGreaterThan(200);
      expect(texts.filter(({ contrast }) => contrast < 4.5)).toEqual([]);
      const dark = texts.filter(({ isLightOnDark }) => isLightOnDark);
      expect(dark.length).toBe(scheme === "dark" ? texts.length : 0);
    },
  );

  test("is dark on light on paper, with the calls unfolded", async () => {
    await page.reload();
    await page.emulateMedia({ colorScheme: "dark", media: "print" });
    const texts = await contrasts();
    expect(texts.filter(({ isLightOnDark, contrast }) => isLightOnDark || contrast < 4.5)).toEqual([]);
    expect(await page.getByText("createOrUpdateOpenApiSpec").isVisible()).toBe(true);
    expect(noticed).toEqual([]);
  });
});
