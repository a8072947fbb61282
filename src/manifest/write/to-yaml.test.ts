import { expect, test } from "vitest";
import { parse } from "yaml";
import { toYaml } from "./to-yaml.ts";

test("YAML is for people", () => {
  const value = {
    id: "t1",
    title: "Docs: team",
    roles: ["a", "yes", "1"],
    none: null,
    count: 2,
    text: "two\nlines\n",
  };
  expect(toYaml(value)).toBe(
    'id: t1\ntitle: "Docs: team"\nroles:\n  - a\n  - yes\n  - "1"\nnone: null\ncount: 2\ntext: |\n  two\n  lines\n',
  );
});

test.each([
  "\u001b[31mred\u001b[0m",
  "bell \u0007, del \u007f, c1 \u009b",
  "right \u202e to left",
  "line\nwith \u001b escape\n",
  "tag \u{e0041}",
  "tab\tand return\r\n",
  "\ufeffmark",
  "a\u2028b",
  "é 日本 🎉",
  "::error::x",
  "  ::set-output name=a::b",
  "two lines\n::error file=a::b\n",
  "x ##[error]b ###[c] ##vso[task]d ##teamcity[e]",
])("%j comes back from YAML, and nothing in it steers a terminal", (text) => {
  const yaml = toYaml({ [text]: [text], nested: { text } });
  expect(parse(yaml)).toEqual({ [text]: [text], nested: { text } });
  expect(yaml.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(yaml).not.toMatch(/^\s*::|##(vso|teamcity)?\[/m);
});
