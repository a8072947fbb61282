import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { type Questions, questionsOn } from "./ask.ts";

const choices = [
  { value: "github", label: "GitHub" },
  { value: "gitlab", label: "GitLab" },
];

/** What is answered when these keys are pressed, one after the other, and what was written. */
async function answered<T>(ask: (questions: Questions) => Promise<T>, ...keys: readonly string[]) {
  const terminal = { isTTY: true, columns: 80, rows: 24 };
  const input = Object.assign(new PassThrough(), terminal, { setRawMode: () => {} });
  const output = Object.assign(new PassThrough(), terminal);
  const answer = ask(questionsOn({ input, output }));
  for (const key of keys) {
    await new Promise((resolve) => setImmediate(resolve));
    input.write(key);
  }
  return { answer: await answer, text: String(output.read()) };
}

const [down, space, enter, ctrlC] = ["\u001b[B", " ", "\r", "\u0003"];
const isNamed = (answer: string) => (answer === "" ? "A name is needed." : undefined);

test("a text is what is typed, without blanks around it", async () => {
  const { answer, text } = await answered(
    ({ text }) => text("Which one?", "org_1", isNamed),
    " org_2 ",
    enter,
  );
  expect(answer).toBe("org_2");
  expect(text).toContain("Which one?");
});

test("a text that is wrong is asked for again, with the reason", async () => {
  const { answer, text } = await answered(({ text }) => text("Which?", "", isNamed), enter, "a", enter);
  expect(answer).toBe("a");
  expect(text).toContain("A name is needed.");
});

test("one of some is chosen with the arrows", async () => {
  expect((await answered(({ one }) => one("Which?", choices), enter)).answer).toBe("github");
  expect((await answered(({ one }) => one("Which?", choices), down, enter)).answer).toBe("gitlab");
});

test("some of some are chosen with the space bar", async () => {
  const { answer } = await answered(({ some }) => some("Which?", choices), space, down, space, enter);
  expect(answer).toEqual(["github", "gitlab"]);
});

test.each([
  ["a text", ({ text }: Questions): Promise<unknown> => text("Which?", "", isNamed)],
  ["one", ({ one }: Questions): Promise<unknown> => one("Which?", choices)],
  ["some", ({ some }: Questions): Promise<unknown> => some("Which?", choices)],
])("Ctrl-C breaks off the question for %s", async (_, ask) => {
  expect((await answered(ask, ctrlC)).answer).toBeUndefined();
});
