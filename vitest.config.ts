import { statfsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

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

// Tests that take long have `.deep.` in their name, and run in .ci/run.
const deep = process.env.DEEP === "1" ? [] : ["**/*.deep.test.ts"];

// A timeout ends what hangs, whatever else the machine does meanwhile: it says nothing of how long something may take.
const timeout = process.env.DEEP === "1" || process.env.LAW_RUNS !== undefined ? 1_800_000 : 120_000;

// These start many programs, git above all. A large process is slow to start one: each time, all its memory is marked.
const startsPrograms = [
  "test/{backends,shared-state,state}/**/*.test.ts",
  "test/**/{action,action-runs,apply-kill,built-command,client-package,closed-output,completion,data-kill,dependencies,gitlab-component,guides,held-lock,hook,installing,papers,undo-kill}{,.deep}.test.ts",
];

// One more than cores: some tests wait, for a program that they started, or for a call that may come late.
const maxWorkers = availableParallelism() + 1;

export default defineConfig({
  test: {
    globalSetup: ["test/support/processes/build-folder.ts"],
    setupFiles: ["test/support/record-coverage.ts"],
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: { poll: { timeout } },
    maxWorkers,
    // Files share what they import: no test changes it, and importing again for each file takes a third of the time.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: "in threads",
          pool: "threads",
          include: ["src/**/*.test.ts", "test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, ...deep, ...startsPrograms],
        },
      },
      {
        extends: true,
        test: {
          name: "in processes",
          pool: "forks",
          include: startsPrograms,
          exclude: [...configDefaults.exclude, ...deep],
        },
      },
    ],
  },
});
