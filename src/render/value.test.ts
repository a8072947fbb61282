import { expect, test } from "vitest";
import { markOf } from "../service/sticky.ts";
import { commentMarker, markdownCode, markdownFence, markdownText } from "./markdown/markdown-text.ts";
import { terminalText } from "./safe-text.ts";
import { columnWidth, displayWidth, layOut, table } from "./text/columns.ts";
import { diffText, shorten, valueText } from "./value.ts";
import { counted, countedKind, listed, ordinal } from "./words.ts";

test("what steers a terminal or cannot be seen is shown as an escape", () => {
  expect(terminalText("a\u001b[31mb\u0007\n\t\u009b")).toBe("a\\x1b[31mb\\x07\\n\\t\\x9b");
  expect(terminalText("x\u202ey\u200bz\ufeff\ud800")).toBe("x\\u{202e}y\\u{200b}z\\u{feff}\\u{d800}");
  expect(terminalText("Größe 参考 🎉 é")).toBe("Größe 参考 🎉 é");
});

test("values are one line", () => {
  expect(valueText({ url: "https://a", on: true, list: [1, null] })).toBe(
    '{ url: "https://a", on: true, list: [1, null] }',
  );
  expect(valueText('say "hi"\n')).toBe('"say \\"hi\\"\\n"');
  expect(valueText(undefined)).toBe("(none)");
  expect(valueText({ $sensitive: "abc" })).toBe("(sensitive)");
  expect(valueText({ $from: "s1", pointer: "/id" })).toBe("(known after apply)");
});

test("a long text keeps both its ends", () => {
  expect(shorten("abcdefghij", 5)).toBe("ab…ij");
  expect(shorten("😀".repeat(40), 5)).toBe("😀😀…😀😀");
  expect(shorten("abc", 5)).toBe("abc");
});

test("a difference stays visible when long values are shortened", () => {
  const long = (word: string) => `${"a".repeat(100)}${word}${"b".repeat(100)}`;
  expect(diffText(long("old"), long("new"))).toBe(
    '"…aaaaaaaaaaaaoldbbbbbbbbbbbb…" → "…aaaaaaaaaaaanewbbbbbbbbbbbb…"',
  );
  expect(diffText("a", undefined)).toBe('"a" → (none)');
  expect(diffText(null, ["a"])).toBe('null → ["a"]');
});

test("prose in Markdown keeps its words, and loses its markup", () => {
  expect(markdownText("opens 3 spaces to everyone; 1 owner remains")).toBe(
    "opens 3 spaces to everyone; 1 owner remains",
  );
  expect(markdownText("tell @team about #12")).toBe("tell `@team` about `#12`");
  expect(markdownText("*a* <b> [c](d) x|y")).toBe("\\*a\\* &lt;b&gt; \\[c\\](d) x\\|y");
  expect(markdownText("1. # - +")).toBe("1\\. `#` \\- \\+");
  expect(markdownText("[vulnerability:1] *iteration:7 a:1234567, [ok] 12:30 x=abcdef1")).toBe(
    "`[vulnerability:1]` `*iteration:7` `a:1234567`, \\[ok\\] 12:30 `x=abcdef1`",
  );
});

test("each project and environment has a mark of its own, which ends no comment of HTML", () => {
  const scopes = ["docs/api", "docs_api", "docs api", "größe", "grüße", "a--b", "a-_b", "--><b>", "a\nb"];
  const many = Array.from({ length: 200 }, (_, at) => `organization-${at}`);
  const marks = [undefined, "api", "staging"].flatMap((environment) =>
    [...scopes.map((scope) => [scope]), many, ["docs"]].map((names) =>
      commentMarker("docform plan", names, environment),
    ),
  );
  expect(new Set(marks).size).toBe(marks.length);
  for (const mark of marks) {
    expect(markOf(`${mark}\ntext`)).toBe(mark);
    expect(mark.slice(4, -3)).not.toContain("--");
    expect(mark.length).toBeLessThan(600);
  }
  expect(commentMarker("docform plan", ["acme", "b"], "a-b")).toBe("<!-- docform plan acme,b a-b -->");
});

test("code and fences are longer than any backticks in them", () => {
  expect(markdownCode("a`b``c")).toBe("```a`b``c```");
  expect(markdownCode("`a`")).toBe("`` `a` ``");
  expect(markdownCode("")).toBe("`  `");
  expect(markdownFence("diff", ["````"])).toBe("`````diff\n````\n`````");
});

test("columns are aligned by what is seen", () => {
  expect(displayWidth("\u001b[31mab\u001b[39m参e\u0301🎉")).toBe(7);
  expect(
    table([
      ["a", "b"],
      ["参考", "c"],
    ]),
  ).toEqual(["a     b", "参考  c"]);
  expect(columnWidth(["abc", "x".repeat(500)])).toBe(3);
  expect(layOut([{ left: "a", right: "b" }])).toEqual([`a${" ".repeat(55)}b`]);
});

test("counts read as words", () => {
  expect([counted(1, "call"), counted(2, "call")]).toEqual(["1 call", "2 calls"]);
  expect([countedKind(2, "shareLink"), countedKind(1, "saml-provider"), countedKind(0, "valueOf")]).toEqual([
    "2 share links",
    "1 SAML provider",
    "0 value ofs",
  ]);
  expect([1, 2, 3, 4, 11, 21, 112].map(ordinal)).toEqual([
    "1st",
    "2nd",
    "3rd",
    "4th",
    "11th",
    "21st",
    "112th",
  ]);
  expect(listed(["a", "b", "c"])).toBe("a, b and c");
});
