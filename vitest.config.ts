import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["test/support/record-coverage.ts"],
    testTimeout: 20_000,
    pool: "threads",
    // All cores: the default leaves one idle, which on two cores is half of the machine.
    maxWorkers: "100%",
    // Files share what they import: no test changes it, and importing anew for each file takes a third of the time.
    isolate: false,
  },
});
