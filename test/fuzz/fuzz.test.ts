import { expect, test } from "vitest";
import { readCorpus } from "./corpus.ts";
import { renderFailure, tryMutants } from "./try-mutants.ts";

/** Few for npm test, always the same; `npm run fuzz` runs as many as it is told, and CI more. */
const seeds = Array.from({ length: 150 }, (_, index) => index + 1);

test("whatever is in a project, validate says what is wrong or that nothing is", async () => {
  const { failures, valid, codes } = await tryMutants(readCorpus(process.cwd()), seeds);
  expect(failures.map(renderFailure).join("\n\n")).toBe("");
  // The mutants are worth something: some are valid, and the others are wrong in many ways.
  expect(valid).toBeGreaterThan(3);
  expect(codes.size).toBeGreaterThan(8);
});
