import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { driftOfTexts } from "../../test/support/plans/drift-fixture.ts";
import { hostileTitles } from "../../test/support/plans/hostile-titles.ts";
import { hostile, planWith } from "../../test/support/plans/plan-fixture.ts";
import { parseXml } from "../../test/support/services/junit-form.ts";
import type { NavigationItem } from "../model/documents/document-parts.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { commandsLike } from "./command-to-copy.ts";
import { renderDriftHtml } from "./html/drift-html.ts";
import { html, markupText } from "./html/html-text.ts";
import { renderPlanHtml } from "./html/plan-html.ts";
import { renderJson } from "./json/json-text.ts";
import { renderDriftMarkdown } from "./markdown/drift-markdown.ts";
import { markdownCode, markdownText } from "./markdown/markdown-text.ts";
import { renderPlanMarkdown } from "./markdown/plan-markdown.ts";
import { renderDiagnosticsGithub } from "./reports/diagnostics-reports.ts";
import { terminalText } from "./safe-text.ts";
import { renderPlanText } from "./text/plan-text.ts";
import { ansi } from "./text/style.ts";

const nasty = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({
    unit: fc.constantFrom(..."`~|<>@#[]()*_-\\\n\r\t\u001b\u202e\u200b\ud800 a1/:!&$".split("")),
    maxLength: 30,
  }),
  fc.constantFrom(...Object.values(hostile)),
  fc.constantFrom("`".repeat(200), "x".repeat(5000), "```\n".repeat(300), "\ufffe"),
);

const marks = [
  "same",
  "add",
  "remove",
  "move",
  "update",
] as const satisfies readonly NavigationItem["mark"][];
const actions = ["create", "update", "move", "delete", "restore", "adopt", "blocked"] as const;

/** A plan in which every text that comes from outside is one of those given. */
function planOf(texts: readonly string[]): PlanDocument {
  let at = 0;
  const next = () => texts[at++ % texts.length] ?? "";
  const hub = "acme/sites.hub";
  const items = marks.flatMap((mark, depth) => [
    { address: `${hub}.sections.${mark}`, kind: next(), title: next(), depth, mark, note: next() },
    {
      address: `${hub}.sections.m${mark}`,
      kind: "section",
      title: next(),
      depth,
      mark: "move" as const,
      fromContainer: next(),
    },
  ]);
  const changes = actions.flatMap((action) => [
    {
      address: `${hub}.sections.${action}`,
      kind: "section",
      action,
      title: next(),
      reason: next(),
      risks: [next()],
      fields: [
        { path: "title", before: next(), after: next() },
        { path: next(), before: { [next()]: next() }, after: [next()] },
        { path: `members.${next()}`, before: next(), after: next() },
        { path: `members.${next()}`, before: next() },
      ],
      source: { file: next(), line: 3, column: 1 },
    },
    { address: `acme/spaces.${action}`, kind: "space", action, title: next(), id: next(), reason: next() },
  ]);
  const plan = planWith({
    counts: { update: 1, held: 1 },
    changes,
    navigation: [
      { address: hub, items, before: items.map(({ address, depth }) => ({ address, title: next(), depth })) },
    ],
    guards: [{ rule: next(), held: true, message: next(), allow: next() }],
    unmanaged: [{ kind: next(), id: next(), title: next(), parent: "acme" }],
    diagnostics: [{ code: "DF3005", severity: "warning", message: next(), hint: next() }],
  });
  const call = { operation: next(), method: next(), path: next(), params: {} };
  return {
    ...plan,
    steps: [{ id: next(), address: next(), ...call, after: [next()] }],
    unverifiable: [{ address: next(), kind: next(), field: next(), reason: next() }],
    rehearsal: rehearsalOf(next),
  };
}

/** A rehearsal that did not converge, with these texts. */
function rehearsalOf(next: () => string): NonNullable<PlanDocument["rehearsal"]> {
  const figures = {
    calls: 1,
    longestChain: 1,
    concurrency: 8,
    roundTripMilliseconds: 5,
    expectedMilliseconds: 5,
  };
  return {
    converged: false,
    ...figures,
    failed: [{ step: "s1", address: next(), operation: next(), status: 409, message: next() }],
    left: [{ address: next(), action: "update", fields: [next()] }],
    problem: next(),
  };
}

/** What a CI service would take for a command in its log. */
const logCommand = /^\s*::[a-z]|##(vso|teamcity)?\[/im;

const ownElements = wordsOf(
  "html head meta title style body header main footer section article h1 h2 h3 h4 h5 p dl div dt dd ul li table caption thead tbody tr th td span b code pre ins del a br details summary ol script select option label output",
);
const ownAttributes = wordsOf(
  "lang charset http-equiv content name id class href scope colspan data-label aria-hidden hidden value data-pair data-changes data-rows",
);

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** An element with all in it. */
function elementsOf(element: ReturnType<typeof parseXml>): readonly ReturnType<typeof parseXml>[] {
  return [element, ...element.children.flatMap(elementsOf)];
}

const plans = fc.array(nasty, { minLength: 1, maxLength: 12 }).map(planOf);

/** Text outside fences, line by line, and whether all that was opened is closed. */
function outside(markdown: string): { readonly lines: readonly string[]; readonly balanced: boolean } {
  const lines: string[] = [];
  let fence = 0;
  let details = 0;
  for (const line of markdown.split("\n")) {
    const run = /^ {0,3}(`{3,})([^`]*)$/.exec(line);
    const length = run?.[1]?.length ?? 0;
    if (fence > 0) {
      if (length >= fence && run?.[2]?.trim() === "") fence = 0;
    } else if (length > 0) fence = length;
    else {
      if (/^<details( open)?>$/.test(line)) details++;
      if (line === "</details>") details--;
      lines.push(line);
    }
  }
  return { lines, balanced: fence === 0 && details === 0 };
}

/** A line without its escapes and code spans, read from the left as Markdown does. */
function withoutCode(line: string): string {
  return line.replace(/\\[^a-z0-9\s]|(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
}

/** A page is well-formed, and has nothing but what docform wrote into it. */
function expectOwnMarkup(page: string): void {
  expect(page.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  expect(page).not.toMatch(logCommand);
  const elements = elementsOf(parseXml(page));
  const attributes = elements.flatMap((element) => Object.entries(element.attributes));
  expect(elements.map(({ name }) => name).filter((name) => !ownElements.has(name))).toEqual([]);
  expect(attributes.filter(([name]) => !ownAttributes.has(name))).toEqual([]);
  expect(attributes.filter(([name, value]) => name === "href" && !/^#c\d+(-before)?$/.test(value))).toEqual(
    [],
  );
}

/** The lines of a comment that docform wrote as HTML. */
const ownLine =
  /^(<!-- docform plan .* -->|<!-- docform-digest \w* -->|<details( open)?>|<\/details>|<summary>\d+ changes? in detail<\/summary>)$/;

function expectSafeComment(plan: PlanDocument, text: string): void {
  const markdown = renderPlanMarkdown(plan, { environment: text, commit: text });
  expect(new TextEncoder().encode(markdown).length).toBeLessThanOrEqual(60_000);
  expect(markdown).not.toMatch(logCommand);
  const { lines, balanced } = outside(markdown);
  expect(balanced).toBe(true);
  for (const line of lines.filter((one) => !ownLine.test(one))) {
    const prose = withoutCode(line.replace(/^> (\[!\w+\]|- )?/, "").replace(/^###|^<sub>|<\/sub>$/g, ""));
    expect(prose, line).not.toMatch(/[<@#`]|:\/\/|\]\(/);
  }
}

function expectSafeIssue(texts: readonly string[], text: string): void {
  const command = commandsLike({ directory: text, env: text });
  const markdown = renderDriftMarkdown(driftOfTexts(texts), { environment: text, commit: text, command });
  expect(new TextEncoder().encode(markdown).length).toBeLessThanOrEqual(60_000);
  expect(markdown).not.toMatch(logCommand);
  expect(markdown).toMatch(/^<!-- docform drift [^<>]* -->\n/);
  for (const line of markdown.split("\n").slice(1))
    expect(withoutCode(line.replace(/^###/, "")), line).not.toMatch(/[<@#`]|:\/\/|\]\(/);
}

describe("whatever the texts of a plan", () => {
  test("a terminal gets no control, format or lone surrogate character, apart from newlines and colours", () => {
    fc.assert(
      fc.property(plans, nasty, (plan, text) => {
        const options = { environment: text, commit: text, unmanaged: true };
        const printed = renderPlanText(plan, options);
        expect(printed.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(printed).not.toMatch(/[^\S\n]$/m);
        expect(printed).not.toMatch(logCommand);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape codes are what is removed
        const coloured = renderPlanText(plan, { ...options, style: ansi }).replace(/\u001b\[\d+m/g, "");
        expect(coloured.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }),
      { numRuns: 60 },
    );
  });

  test("a comment fits, closes what it opens, and has no HTML or mention of theirs", () => {
    fc.assert(fc.property(plans, nasty, expectSafeComment), { numRuns: 60 });
  });

  test("the Markdown of drift fits, and has no HTML or mention of theirs", () => {
    const texts = fc.array(nasty, { minLength: 1, maxLength: 12 });
    fc.assert(fc.property(texts, nasty, expectSafeIssue), { numRuns: 60 });
  });

  test.each(hostileTitles)("a comment, an issue and annotations show %j as a text", (title) => {
    expectSafeComment(planOf([title]), title);
    expectSafeIssue([title], title);
    const source = { file: `manifests/${title}.yaml`, line: 1, column: 1 };
    const problem = { code: "DF3001", severity: "error", message: title, hint: title, source } as const;
    const facts = { pathOf: (file: string) => file, hash: String, version: "" };
    const report = renderDiagnosticsGithub([problem], facts);
    expect(report).toMatch(/^::error [^\n]*\n$/);
    expect(report.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });

  test("a page is well-formed, has no element and no attribute but its own, and nothing that is not seen", () => {
    fc.assert(
      fc.property(plans, nasty, (plan, text) => {
        const given = { directory: text, env: text };
        expectOwnMarkup(renderPlanHtml(plan, { environment: text, commit: text, given }));
      }),
      { numRuns: 60 },
    );
  });

  test("so is the page of drift", () => {
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 12 }), nasty, (texts, text) => {
        const command = commandsLike({ directory: text, env: text });
        expectOwnMarkup(renderDriftHtml(driftOfTexts(texts), { environment: text, commit: text, command }));
      }),
      { numRuns: 60 },
    );
  });

  test("what a template of a page takes in is text, and the same text, unless it is markup", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const page = parseXml(markupText(html`<p title="${text}">${text}${[html`<b>${1}</b>`, text]}</p>`));
        const shown = terminalText(text);
        expect(page).toMatchObject({ name: "p", attributes: { title: shown }, text: shown + shown });
        expect(page.children).toMatchObject([{ name: "b", text: "1" }]);
      }),
    );
  });

  test("JSON says the same, and nothing in it steers a terminal or a CI service", () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const json = renderJson(plan);
        expect(JSON.parse(json)).toEqual(plan);
        expect(json.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect(json).not.toMatch(logCommand);
      }),
      { numRuns: 60 },
    );
  });

  test("prose and code in Markdown stay on their line", () => {
    fc.assert(
      fc.property(nasty, (text) => {
        expect(withoutCode(markdownText(text))).not.toMatch(/[<@#`*_[\]|\n\r]/);
        expect(withoutCode(markdownCode(text))).toBe("");
      }),
    );
  });
});
