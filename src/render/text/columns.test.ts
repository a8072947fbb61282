import { describe, expect, test } from "vitest";
import { fitText } from "./columns.ts";
import { ansi } from "./style.ts";

describe("in a terminal of known width", () => {
  test.each([
    ["a line that fits stays", "held: one two", "held: one two"],
    [
      "a line goes on at a word, more indented",
      "  held: one two three four",
      "  held: one two three\n      four",
    ],
    ["colours take no room", ansi.bold("one two three four five"), ansi.bold("one two three four\n    five")],
    [
      "a word that is too long has a row by itself",
      "see manifests/sites/developer-hub.yaml:14 now",
      "see\n    manifests/sites/developer-hub.yaml:14\n    now",
    ],
    ["wide characters count twice", "参考参考参考 参考参考参考", "参考参考参考\n    参考参考参考"],
    [
      "a command has a row of its own, in one piece",
      "Digest 9f3c…   Apply exactly this: docform apply --expect 9f3c77a1b2c3d4e5",
      "Digest 9f3c…   Apply\n    exactly this:\n    docform apply --expect 9f3c77a1b2c3d4e5",
    ],
    [
      "so has one that stands alone",
      "    docform apply --expect 9f3c77a1b2c3d4e5",
      "    docform apply --expect 9f3c77a1b2c3d4e5",
    ],
    [
      "a line of a file is no text of words",
      " 14 │ title: one two three four",
      " 14 │ title: one two three four",
    ],
  ])("%s", (_, text, shown) => {
    expect(fitText(text, 22)).toBe(shown);
  });

  test("elsewhere, nothing is broken", () => {
    const text = "one ".repeat(100);
    expect(fitText(text, undefined)).toBe(text);
    expect(fitText(text, 1)).toBe(text);
  });
});
