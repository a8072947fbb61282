import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { markdownPieces } from "../../../test/support/random/markdown-pieces.ts";
import { newContent } from "../resources/change-requests.ts";
import { parseBlocks, plainText } from "./markdown-blocks.ts";
import { replaceSpans, scanMarkdown, withIncludes } from "./markdown-text.ts";
import { toRichDocument } from "./rich-document.ts";

const targets = (markdown: string) =>
  scanMarkdown(markdown).flatMap((span) => (span.kind === "link" ? [span.target] : []));

describe("links in Markdown", () => {
  test.each<[string, string[]]>([
    ["[a](b) and [c](d)", ["b", "d"]],
    ["![a](b)", ["b"]],
    ["[a](b \"title\") [a](c 'title') [a](d (title))", ["b", "c", "d"]],
    ["[a](b(1)c)", ["b(1)c"]],
    ["[a](<b c>)", ["<b c>"]],
    ["[a [nested] b](c)", ["c"]],
    ["[![image](i)](l)", ["i", "l"]],
    ["[a\nb](c)", ["c"]],
    ["[a]: b\n[c]: <d>", ["b", "<d>"]],
    ["- [a](b)", ["b"]],
    ["> [a](b)", ["b"]],
    ["| [a](b) |", ["b"]],
    ["[a] (b)", []],
    ["[a]", []],
    ["`` [a](`b) ``", []],
    ["`unclosed [a](b)", ["b"]],
    ["~~~\n[a](b)\n~~~\n[c](d)", ["d"]],
    ["````\n```\n[a](b)\n````\n[c](d)", ["d"]],
    ["```\nunclosed\n[a](b)", []],
    ["> ```\n> [a](b)\n> ```\n[c](d)", ["d"]],
    ["text ``` [a](b)", ["b"]],
    ["<!-- unclosed [a](b)", []],
    ["\\[a](b) \\\\[c](d)", ["d"]],
    ["[a](\\", []],
  ])("%j has the targets %j", (markdown, expected) => {
    expect(targets(markdown)).toEqual(expected);
  });

  test("a span is exactly what a replacement replaces", () => {
    const markdown = '[![x](i)](l "t") {{ a }} `{{ b }}` {% include "c" %}';
    expect(replaceSpans(markdown, ({ kind }) => kind)).toBe(
      '[![x](link)](link "t") expression `{{ b }}` include',
    );
  });

  test("replacing every span by itself changes nothing, whatever the text", () => {
    const pieces = [
      "[",
      "]",
      "(",
      ")",
      "!",
      "`",
      "```",
      "\n",
      "<",
      ">",
      "{{ a }}",
      "a",
      " ",
      "\\",
      "<!--",
      "-->",
      "~~~",
      '"',
    ];
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (markdown) => {
        expect(replaceSpans(markdown, ({ start, end }) => markdown.slice(start, end))).toBe(markdown);
        toRichDocument(markdown);
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  test.each(markdownPieces)("a hundred thousand characters of %j are read", (piece) => {
    const markdown = piece.repeat(100_000 / piece.length);
    scanMarkdown(markdown);
    parseBlocks(markdown);
  });
});

describe("blocks of Markdown", () => {
  test("headings, paragraphs, lists and code", () => {
    const markdown = [
      "# A *title* #",
      "one",
      "two",
      "- a",
      "  more",
      "  1. b",
      "",
      "3) c",
      "***",
      "```ts",
      "# no heading",
      "```",
      "## A title",
      "#no heading",
    ].join("\n");
    expect(parseBlocks(markdown)).toEqual([
      { kind: "heading", level: 1, text: "A *title*", anchor: "a-title" },
      { kind: "paragraph", text: "one\ntwo" },
      { kind: "list", ordered: false, items: ["a more", "b"] },
      { kind: "list", ordered: true, items: ["c"] },
      { kind: "code", language: "ts", text: "# no heading" },
      { kind: "heading", level: 2, text: "A title", anchor: "a-title-2" },
      { kind: "paragraph", text: "#no heading" },
    ]);
  });

  test.each([
    ["**bold** and _thin_, snake_case", "bold and thin, snake_case"],
    ["[link](x) ![image](y)", "link image"],
    ["`code` ~~gone~~ <b>html</b> \\*star", "code gone html *star"],
  ])("%j reads %j", (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });

  test("a rich document keeps links and images in their places", () => {
    const { nodes } = toRichDocument("See [here](x) and ![pic](y).");
    const [paragraph] = nodes;
    expect(paragraph?.nodes?.map((node) => [node.object, node.type, node.leaves ?? node.data])).toEqual([
      ["text", undefined, [{ object: "leaf", text: "See ", marks: [] }]],
      ["inline", "link", { ref: { kind: "url", url: "x" } }],
      ["text", undefined, [{ object: "leaf", text: " and ", marks: [] }]],
      ["inline", "image", { ref: { kind: "url", url: "y" } }],
      ["text", undefined, [{ object: "leaf", text: ".", marks: [] }]],
    ]);
  });
});

test("an include that includes itself, or is not there, stays as it is written", () => {
  const reusableContents = [
    { id: "a", title: "A", markdown: 'A {% include "b" %}' },
    { id: "b", title: "B", markdown: 'B {% include "a" %}' },
  ];
  const { content } = newContent("r", "", { pages: [], files: [], reusableContents, variables: {} });
  const [revision] = Object.values(content.revisions);
  expect(withIncludes(revision!, '{% include "a" %} {% include "c" %}')).toBe(
    'A B {% include "a" %} {% include "c" %}',
  );
});
