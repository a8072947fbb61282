import { statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import { configDefaults, defineConfig } from "vitest/config";
import { compileAtFirstCall } from "./src/io/baseline-code.ts";

// As the command line does: of what tests run, too, most is done a few times and then never again.
compileAtFirstCall(process.versions.node, setFlagsFromString);

// The folders of tests lie in memory where there is room: tests wait for flushes to the disk most of all.
const memory = "/dev/shm";
if (freeBytes(memory) > 1_000_000_000) process.env.TMPDIR = memory;

/** The room that is left in a file system; 0 when there is none at this path, as on macOS and Windows. */
function freeBytes(path: string): number {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

// Runs of many rounds are their own scripts.
const deep = process.env.DEEP === "1" ? [] : ["test/shared-state/**"];

export default defineConfig({
  test: {
    exclude: [...configDefaults.exclude, ...deep],
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    globalSetup: ["test/support/build-folder.ts"],
    setupFiles: ["test/support/record-coverage.ts"],
    testTimeout: 20_000,
    pool: "threads",
    // One more than cores: some tests wait, for a program that they started, or for a call that may come late.
    maxWorkers: availableParallelism() + 1,
    // Files share what they import: no test changes it, and importing anew for each file takes a third of the time.
    isolate: false,
  },
});
