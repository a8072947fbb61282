import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { confirm } from "./confirm.ts";

function ask(answer: string | undefined) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  if (answer === undefined) input.end();
  else input.write(answer);
  return { answered: confirm("Apply these changes?", { input, output }), output };
}

test.each([
  ["yes\n", "yes"],
  ["  yes \r\n", "yes"],
  ["y\n", "no"],
  ["Yes\n", "no"],
  ["\n", "no"],
  ["no\n", "no"],
])("the answer %j gives %s", async (answer, taken) => {
  expect(await ask(answer).answered).toBe(taken);
});

test("the end of input refuses", async () => {
  expect(await ask(undefined).answered).toBe("no");
});

test("Ctrl-C on a terminal interrupts", async () => {
  const [input, output] = [new PassThrough(), Object.assign(new PassThrough(), { isTTY: true, columns: 80 })];
  const answered = confirm("Apply?", { input, output });
  input.write("ye\u0003");
  expect(await answered).toBe("interrupted");
});

test("the question goes to the given stream", async () => {
  const { answered, output } = ask("yes\n");
  await answered;
  expect(String(output.read())).toContain('Apply these changes?\nOnly "yes" is accepted: ');
});

/** A terminal: in raw mode it hands out each key, and before that it keeps what is typed. */
function terminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => modes.push(isRaw),
  });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 });
  let text = "";
  output.on("data", (chunk) => {
    text += String(chunk);
  });
  return { input, output, modes, shown: () => stripVTControlCharacters(text) };
}

const question = 'Only "yes" is accepted: ';

test.each([
  ["yes", "no\r", "no"],
  ["yes\r", "no\r", "no"],
  ["yes\n", "yes\r", "yes"],
  ["no\r", "yes\r", "yes"],
])(
  "%j before the question and %j after it gives %s: only what is typed after it counts",
  async (before, after, taken) => {
    const { input, output, shown } = terminal();
    input.write(before);
    const answered = confirm("Apply?", { input, output });
    await expect.poll(shown).toContain(question);
    expect(shown()).toContain("What was typed before this question does not count.\nApply?");
    input.write(after);
    expect(await answered).toBe(taken);
  },
);

test.each([
  ["Ctrl-D", "\u0004", "no"],
  ["Ctrl-D, as Linux hands it out", "\u0000", "no"],
  ["Ctrl-C", "\u0003", "interrupted"],
  ["the end of input", null, "no"],
])("%s before the question refuses, and nobody is waited for", async (_, before, taken) => {
  const { input, output, modes, shown } = terminal();
  if (before === null) input.end();
  else input.write(before);
  expect(await confirm("Apply?", { input, output })).toBe(taken);
  expect(shown()).toContain(question);
  expect(modes.at(-1)).toBe(false);
});

test("Ctrl-D at the question is an answer of no", async () => {
  const { input, output, shown, modes } = terminal();
  const answered = confirm("Apply?", { input, output });
  await expect.poll(shown).toContain(question);
  input.write("\u0004");
  expect(await answered).toBe("no");
  expect(modes.at(-1)).toBe(false);
});
