import { parseArgs } from "node:util";
import { check, render } from "./check.ts";
import { drawScenario } from "./scenario.ts";
import { tell } from "./story.ts";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "100" },
    start: { type: "string", default: "1" },
    verbose: { type: "boolean", default: false },
  },
});
const started = Date.now();
const counts = new Map<string, number>();
let failed = 0;
for (let seed = Number(values.start); seed < Number(values.start) + Number(values.seeds); seed++) {
  try {
    const story = await tell(drawScenario(seed));
    const broken = check(story);
    if (values.verbose) console.log(render(story));
    for (const { invariant, problems } of broken) {
      counts.set(invariant, (counts.get(invariant) ?? 0) + 1);
      console.log(`seed ${seed}: ${invariant}\n  ${problems.slice(0, 3).join("\n  ")}`);
    }
    if (broken.length > 0) failed++;
  } catch (problem) {
    failed++;
    console.log(`seed ${seed}: ${(problem as Error).stack}`);
  }
}
console.log(
  `${values.seeds} seeds, ${failed} failed, ${(Date.now() - started) / 1000} s`,
  Object.fromEntries(counts),
);
