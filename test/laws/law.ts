import fc from "fast-check";

const runs = Number(process.env.LAW_RUNS ?? 150);
const seed = process.env.LAW_SEED;

/** Holds a law against many cases: always the same ones, unless LAW_RUNS or LAW_SEED say otherwise. */
export async function holds<T>(cases: fc.Arbitrary<T>, law: (drawn: T) => Promise<void>): Promise<void> {
  const isFixed = process.env.LAW_RUNS === undefined;
  await fc.assert(fc.asyncProperty(cases, law), {
    numRuns: runs,
    ...(seed === undefined ? (isFixed ? { seed: 20_260_105 } : {}) : { seed: Number(seed) }),
  });
}

/** For a law whose every case plans several times: more time, unless the command line gives it. */
export const patience = process.env.LAW_RUNS === undefined ? { timeout: 60_000 } : {};
