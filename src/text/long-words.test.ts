import { expect, test } from "vitest";
import { beginningOf, withoutLongWords } from "./long-words.ts";

test.each([
  ["short", 5, "short"],
  ["two words", 5, "two…"],
  ["two words", 3, "two…"],
  ["x <b>secret</b>", 9, "x <b…"],
  ["secretsecret", 5, "…"],
])("the beginning of %j with %i characters is %j: no word is cut", (text, most, beginning) => {
  expect(beginningOf(text, most)).toBe(beginning);
});

test("only endless words of a message are cut, and no character in two", () => {
  const sentence = "a sentence of many words ".repeat(100);
  expect(withoutLongWords(sentence)).toBe(sentence);
  expect(withoutLongWords(`id "${"i".repeat(1000)}" here`)).toMatch(/^id "i+…i+" here$/);
  expect(withoutLongWords(`x${"😀".repeat(500)}`)).not.toMatch(/\p{Surrogate}/u);
});
