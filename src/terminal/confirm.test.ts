import { PassThrough } from "node:stream";
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
