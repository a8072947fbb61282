import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    setupFiles: ["test/support/record-coverage.ts"],
    testTimeout: 20_000,
    pool: "threads",
  },
});
