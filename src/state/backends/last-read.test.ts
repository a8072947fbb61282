import { expect, test } from "vitest";
import { rememberingLast } from "./last-read.ts";

test("what is told together is of one read, until somebody reads again; one that failed is asked again", async () => {
  const answers = ["first", new Error("503"), "second", "third"];
  const { read, readOnce } = rememberingLast(async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  expect(await readOnce()).toBe("first");
  expect(await readOnce()).toBe("first");
  await expect(read()).rejects.toThrow("503");
  expect(await readOnce()).toBe("second");
  expect(await read()).toBe("third");
  expect(await readOnce()).toBe("third");
});
