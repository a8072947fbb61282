import { expect, test } from "vitest";
import type { Comment, Issue } from "./service.ts";
import { markOf, stickyComment, stickyIssue } from "./sticky.ts";

const mark = "<!-- docform plan acme production -->";

test.each([
  [`${mark}\ntext`, mark],
  [`${mark}\r\ntext`, mark],
  [mark, mark],
  [`\n${mark}`, undefined],
  [`text ${mark}`, undefined],
  [`${mark} text`, undefined],
  ["<!-- other -->\ntext", undefined],
  ["<!-- docform a --> <!-- b -->", undefined],
  ["", undefined],
])("the mark of %j is %j", (text, expected) => {
  expect(markOf(text)).toBe(expected);
});

const [plan, other] = [`${mark}\ntext`, "<!-- docform plan acme -->\ntext"];

test.each([
  ["nothing is there", [], undefined, []],
  ["one is there", [plan], "0", []],
  ["another environment has one", [other, "by hand"], undefined, []],
  ["two runs at once left two", [plan, other, plan], "2", ["0"]],
  ["three are there", [plan, plan, plan], "2", ["0", "1"]],
  ["an older one is hidden", [`hidden ${plan}`, plan], "1", []],
  ["somebody hid the newest", [plan, `hidden ${plan}`], "1", ["0"]],
  ["all are hidden", [`hidden ${plan}`, `hidden ${plan}`], "1", []],
])("where %s", (_, texts, edit, hide) => {
  const comments = texts.map(
    (text, at): Comment => ({
      id: String(at),
      text: text.replace(/^hidden /, ""),
      link: "",
      isHidden: text.startsWith("hidden "),
    }),
  );
  const found = stickyComment(comments, mark);
  expect([found.edit?.id, found.hide.map(({ id }) => id)]).toEqual([edit, hide]);
});

test.each([
  ["nothing is there", [], undefined, []],
  ["one is open", [plan, other], 0, []],
  ["another one is open", [other], undefined, []],
  ["two are open", [plan, other, plan], 0, [2]],
])("where of issues %s", (_, texts, edit, close) => {
  const issues = texts.map((text, number): Issue => ({ number, text, link: "" }));
  const found = stickyIssue(issues, mark);
  expect([found.edit?.number, found.close.map(({ number }) => number)]).toEqual([edit, close]);
});
