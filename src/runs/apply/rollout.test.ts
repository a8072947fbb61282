import fc from "fast-check";
import { expect, test } from "vitest";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { mostFailures, rolloutGate, wavesOf } from "./rollout.ts";

const source = { file: "docform.yaml", line: 1, column: 1 };
const labelsOf = (rings: Readonly<Record<string, string>>) =>
  new Map(Object.entries(rings).map(([alias, value]) => [alias, new Map([["ring", { value, source }]])]));
const ring = (value: string) => ({
  name: value,
  selector: [{ label: "ring", values: [value], isNot: false }],
});
const rollout = {
  waves: [ring("canary"), ring("early"), { name: "rest", selector: [] }],
  stopAfter: undefined,
};

test("an organization is in the first wave that fits, and joined ones are in the last of theirs", () => {
  const labels = labelsOf({ a: "canary", b: "early", c: "late", d: "canary" });
  const units = ["a", "b", "c"].map((name) => ({ name, aliases: [name] }));
  expect(wavesOf(rollout, [...units, { name: "b+d", aliases: ["b", "d"] }], labels)).toEqual([
    { name: "canary", units: ["a"] },
    { name: "early", units: ["b", "b+d"] },
    { name: "rest", units: ["c"] },
  ]);
});

test.each([
  [undefined, 40, Number.POSITIVE_INFINITY],
  [{ count: 3 }, 40, 3],
  [{ percent: 5 }, 40, 2],
  [{ percent: 5 }, 30, 2],
  [{ percent: 5 }, 3, 1],
  [{ percent: 100 }, 40, 40],
])("stopAfterFailures %j of %i is %d", (stopAfter, units, most) => {
  expect(mostFailures({ ...rollout, stopAfter }, units)).toBe(most);
});

const numbered = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, at) => `o${from + at}`);

/** Applies units in waves, some at the same time; how each ended, in words. */
async function rollOut(
  waves: readonly (readonly string[])[],
  codeOf: (unit: string) => ExitCode,
  limits: { readonly mostFailures?: number; readonly pauseAfter?: string } = {},
) {
  const named = waves.map((units, at) => ({ name: `w${at}`, units }));
  const gate = rolloutGate(named, { mostFailures: Number.POSITIVE_INFINITY, goOn: "go on", ...limits });
  const ends = new Map<string, string>();
  const begun: string[] = [];
  const queue = waves.flat().values();
  const worker = async (): Promise<void> => {
    for (const unit of queue) {
      const refused = await gate.enter(unit);
      if (refused === undefined) begun.push(unit);
      for (let turn = 0; turn < unit.length % 3; turn++) await Promise.resolve();
      const code = refused?.code ?? codeOf(unit);
      ends.set(unit, refused === undefined ? String(code) : `${code} ${refused.row.next}`);
      gate.leave(unit, code);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return { ends, begun };
}

test("a canary that fails stops the waves after it, and each unit of them says so", async () => {
  const codeOf = (unit: string): ExitCode => (unit === "o1" ? exitCode.held : exitCode.done);
  const { ends, begun } = await rollOut([numbered(0, 2), numbered(2, 20), numbered(20, 40)], codeOf);
  expect(begun).toEqual(["o0", "o1"]);
  expect(new Set([...ends].slice(2).map(([, end]) => end))).toEqual(
    new Set(["5 wave w0 failed: solve that, then run the same command again"]),
  );
});

test("3 of 40 that fail in the last wave are named, and 37 are done", async () => {
  const broken = new Set(["o7", "o21", "o39"]);
  const codeOf = (unit: string): ExitCode => (broken.has(unit) ? exitCode.error : exitCode.done);
  const { ends } = await rollOut([numbered(0, 2), [], numbered(2, 40)], codeOf);
  expect([...ends].filter(([, end]) => end === "0")).toHaveLength(37);
  expect([...ends].flatMap(([unit, end]) => (end === "1" ? [unit] : [])).sort()).toEqual([...broken].sort());
});

test("after so many failures no other unit begins, also in the same wave", async () => {
  const { ends, begun } = await rollOut([numbered(0, 40)], () => exitCode.failed, { mostFailures: 3 });
  expect(begun.length).toBeLessThan(8);
  expect(ends.get("o39")).toMatch(/^5 \d organizations failed: solve that, /);
});

test("a pause ends after its wave with exit code 0; one after the last wave is none", async () => {
  const waves = [numbered(0, 2), numbered(2, 4), numbered(4, 6)];
  const { ends } = await rollOut(waves, () => exitCode.done, { pauseAfter: "w1" });
  expect([...ends.values()]).toEqual(["0", "0", "0", "0", "0 go on", "0 go on"]);
  const all = await rollOut(waves, () => exitCode.done, { pauseAfter: "w2" });
  expect(all.begun).toHaveLength(6);
});

test("no unit begins before each unit of the waves before it is done", async () => {
  const plan = fc.array(fc.array(fc.constantFrom(0, 0, 0, 1, 3, 5), { maxLength: 6 }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(plan, fc.integer({ min: 1, max: 4 }), async (codes, most) => {
      const waves = codes.map((inWave, at) =>
        inWave.map((_, index) => `${at}.${index}${"x".repeat(index % 3)}`),
      );
      const codeOf = (unit: string): ExitCode => {
        const [at = 0, index = 0] = unit.replaceAll("x", "").split(".").map(Number);
        return (codes[at]?.[index] ?? 0) as ExitCode;
      };
      const { ends, begun } = await rollOut(waves, codeOf, { mostFailures: most });
      expect(ends.size).toBe(waves.flat().length);
      for (const unit of begun) {
        const before = waves.slice(0, Number(unit.split(".")[0])).flat();
        expect(before.map((one) => ends.get(one))).toEqual(before.map(() => "0"));
      }
    }),
  );
});
