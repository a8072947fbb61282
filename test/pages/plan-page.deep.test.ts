import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withoutOrganization } from "../../src/model/address.ts";
import type { Change, PlanDocument } from "../../src/model/documents/plan-document.ts";
import { renderPlanHtml } from "../../src/render/html/plan-html.ts";
import { terminalText } from "../../src/render/safe-text.ts";
import { violationsOf } from "../support/pages/axe.ts";
import { startBrowser } from "../support/pages/browser.ts";
import { hostileTitles } from "../support/plans/hostile-titles.ts";
import { everyPart, hostile, planWith } from "../support/plans/plan-fixture.ts";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import { runDocform } from "../support/processes/run-docform.ts";

/** Every part of a plan, and each hostile title as title, kind, value, person and row of a navigation. */
const plan = ((): PlanDocument => {
  const site = "acme/sites.hostile";
  const spaces = hostileTitles.map(
    (title, at): Change => ({
      address: `${site}.siteSpaces.h${at}`,
      kind: title,
      action: "move",
      title,
      risks: [title],
      fields: [{ path: "title", before: title, after: title }],
    }),
  );
  const team: Change = {
    address: "acme/teams.hostile",
    kind: "team",
    action: "update",
    fields: hostileTitles.map((title) => ({ path: `members.${title}`, before: title })),
  };
  const rows = spaces.map(({ address }, at) => ({ address, title: hostileTitles[at] ?? "", depth: 0 }));
  const items = rows.map((row) => ({ ...row, kind: "siteSpace", mark: "move" as const, from: 1, to: 2 }));
  return {
    ...everyPart,
    changes: [...everyPart.changes, ...spaces, team],
    navigation: [...everyPart.navigation, { address: site, items, before: rows }],
  };
})();

let browser: Browser;
let page: Page;
const folder = mkdtempSync(join(tmpdir(), "docform-page-"));
/** Events that a page must not cause: requests for anything else, messages in the console, dialogs, errors. */
const noticed: string[] = [];

/** The contrast of each text of the page with what is behind it. */
function contrasts(): Promise<readonly { text: string; contrast: number; isLightOnDark: boolean }[]> {
  return page.evaluate(readFileSync("test/support/pages/contrasts.js", "utf8"));
}

beforeAll(async () => {
  const file = join(folder, "plan.html");
  const given = { directory: hostile.html, var: [hostile.comment] };
  writeFileSync(file, renderPlanHtml(plan, { environment: hostile.image, commit: hostile.bidi, given }));
  const url = pathToFileURL(file).href;
  browser = await startBrowser();
  page = await browser.newPage();
  page.on("request", (request) => request.url() !== url && noticed.push(request.url()));
  page.on("console", (message) => noticed.push(message.text()));
  page.on("pageerror", (error) => noticed.push(error.message));
  page.on("dialog", (dialog) => noticed.push(dialog.message()));
  await page.goto(url);
});

afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe("the page of a plan whose texts are hostile, opened from a disk,", () => {
  test("runs nothing, requests nothing, and breaks no rule of its own", async () => {
    expect(await page.locator("script").count()).toBe(1);
    const others =
      "img, svg, iframe, link, base, form, input, object, template, [style], [onload], [onerror]";
    expect(await page.locator(others).count()).toBe(0);
    expect(await page.locator("h1").innerText()).toBe(
      "docform plan: 3 to add, 4 to change, 4 to delete (2 cannot be undone), 3 to move, 1 to restore, 1 to adopt",
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

  test("shows each of forty titles as it is written, hidden characters as escapes, wherever it stands", async () => {
    expect(hostileTitles).toHaveLength(40);
    const shown = hostileTitles.map(terminalText);
    const texts = (selector: string) => page.locator(selector).allTextContents();
    const sides = page.locator("article", { hasText: "40 moved" }).locator(".side");
    for (const side of await sides.all())
      expect(await side.locator(".name").allTextContents()).toEqual(shown);
    expect(await texts(".access tbody th")).toEqual(expect.arrayContaining(shown));
    expect(
      (await texts("article > section .notes")).filter((note) => shown.some((title) => note.includes(title)))
        .length,
    ).toBeGreaterThanOrEqual(40);
  });

  test("has each address once, where links lead, as a head or as a row of the navigation", async () => {
    const addresses = [...new Set(plan.changes.map(({ address }) => address))];
    const shown = await page.evaluate<readonly (readonly [string, string | undefined])[]>(`
      [...document.querySelectorAll('[id]:not([id$="-before"])')].map((element) => {
        const head = element.matches("code") ? element : element.querySelector("h3 > code, h4 > code");
        return ["#" + element.id, head?.textContent];
      })`);
    expect(shown.map(([, name]) => name).sort()).toEqual(addresses.map(withoutOrganization).sort());
    const places = new Map(shown);
    const links = await page.evaluate<readonly (readonly [string, string])[]>(
      `[...document.querySelectorAll("a:not(.navigation .mark a, .access a)")].map((link) => [link.getAttribute("href"), link.textContent])`,
    );
    expect(links.length).toBeGreaterThan(10);
    for (const [place, name] of links)
      expect(
        ["details", "before"].includes(name)
          ? (await page.locator(place).count()) === 1
          : places.get(place) === name,
        place,
      ).toBe(true);
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

describe("the page of a plan of the example, opened from a disk,", () => {
  const address = pathToFileURL(join(folder, "example.html")).href;
  let example: Page;
  let isOpen = false;

  beforeEach(async () => {
    if (isOpen) return;
    isOpen = true;
    const cwd = resolve("examples/hub");
    const { env, sleep } = await startTestPlatform(resolve(cwd, "live.yaml"));
    const { stdout } = await runDocform(["plan", "--format", "html"], { cwd, env, sleep });
    writeFileSync(join(folder, "example.html"), stdout);
    example = await browser.newPage();
    await example.goto(address);
  });

  test.each(["light", "dark"] as const)("breaks no rule of accessibility in %s", async (colorScheme) => {
    await example.emulateMedia({ colorScheme });
    expect(await violationsOf(example)).toEqual([]);
  });

  test("shows the navigation before and after, as readers see it, and what moves on both sides", async () => {
    const names = (side: string) => example.locator(`.side:has(h5:text("${side}")) .name`).allTextContents();
    expect(await names("Before")).toEqual([
      "Guides",
      "Quickstart",
      "SDKs",
      "SDKs",
      "API keys",
      "API keys",
      "Legal",
      "Legal",
    ]);
    expect(await names("After")).toEqual([
      "Guides",
      "Quickstart",
      "API keys",
      "API keys",
      "SDKs and tools",
      "SDKs",
    ]);
    const [before, after] = await example.locator(".row-move").all();
    expect(await before?.locator("> .mark").innerText()).toBe("↓ moves to 3rd");
    expect(await after?.innerText()).toContain("↓ moved from 2nd to 3rd");
    await before?.locator("a").focus();
    for (const row of [before, after]) expect(await row?.getAttribute("class")).toContain("paired");
    await example.locator("summary").first().focus();
    expect(await example.locator(".paired").count()).toBe(0);
  });

  test("says who gains and who loses what, by person and team", async () => {
    expect(await example.locator(".access tr").allInnerTexts()).toEqual([
      "Person\tteams.docs",
      "max@orbit.example\t− loses owner",
      "li@orbit.example\t+ gains member",
    ]);
  });

  test("filters by kind, action and risk, and shows again where a link leads", async () => {
    const shown = () => example.locator("article:visible h3 > code").allInnerTexts();
    expect(await shown()).toEqual(["sites.developer-hub", "teams.docs", "openapi.orders"]);
    await example.getByLabel("Kind").selectOption({ label: "team" });
    expect(await shown()).toEqual(["teams.docs"]);
    expect(await example.locator("output").innerText()).toBe("1 shown");
    await example.locator(".alert a").first().click();
    expect(await shown()).toHaveLength(3);
    await example.getByLabel("Action").selectOption({ label: "delete" });
    expect(await shown()).toEqual(["sites.developer-hub"]);
    expect(await example.locator("article section:visible h4").count()).toBe(1);
    await example.getByLabel("Action").selectOption({ label: "all" });
    await example.getByLabel("Risk").selectOption({ label: "without" });
    expect(await shown()).toEqual(["sites.developer-hub", "openapi.orders"]);
    await example.emulateMedia({ media: "print" });
    expect(await shown()).toHaveLength(3);
    expect(await example.locator(".filter").isVisible()).toBe(false);
  });

  test("shows everything and no control without scripts", async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const still = await context.newPage();
    await still.goto(address);
    expect(await still.locator("article").count()).toBe(3);
    expect(await still.locator("article:visible").count()).toBe(3);
    expect(await still.locator(".filter").isVisible()).toBe(false);
  });
});

/** A plan that renames a section and deletes another: no row of its navigation comes or moves. */
const quiet = ((): PlanDocument => {
  const hub = "acme/sites.hub";
  const section = (key: string) => ({ address: `${hub}.sections.${key}`, kind: "section" });
  const rows = ["guides", "api", "id:legal"].map((key) => ({ ...section(key), title: key, depth: 0 }));
  const marks = ["update", "same", "remove"] as const;
  const title = { path: "title", before: "Guide", after: "Guides" };
  return planWith({
    counts: { update: 1, delete: 1, final: 1, calls: 2 },
    changes: [
      { ...section("guides"), action: "update", title: "Guides", fields: [title] },
      {
        ...section("id:legal"),
        action: "delete",
        title: "Legal",
        risks: ["cannot be undone: its URL stops working"],
      },
    ],
    navigation: [
      {
        address: hub,
        items: rows.map((row, at) => ({ ...row, mark: marks[at] ?? "same" })),
        before: rows.map(({ kind: _, ...row }) => row),
      },
    ],
  });
})();

describe("the page of a plan that only deletes and renames", () => {
  test.each([400, 1280])(
    "shows before and after, %i pixels wide, and filters them with their changes",
    async (width) => {
      const file = join(folder, "quiet.html");
      writeFileSync(file, renderPlanHtml(quiet));
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: "dark", media: "screen" });
      await page.goto(pathToFileURL(file).href);
      const sides = page.locator(".navigation:visible .side");
      expect(await sides.count()).toBe(2);
      expect(await sides.locator(".name").allTextContents()).toEqual([
        "guides",
        "api",
        "id:legal",
        "guides",
        "api",
      ]);
      expect(await page.locator("output").innerText()).toBe("2 shown");
      await page.getByLabel("Action").selectOption({ label: "delete" });
      expect(await sides.count()).toBe(2);
      expect(await page.locator("output").innerText()).toBe("1 shown");
      await page.getByLabel("Risk").selectOption({ label: "without" });
      expect(await page.locator("article:visible").count()).toBe(0);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      expect(await violationsOf(page)).toEqual([]);
    },
  );
});
