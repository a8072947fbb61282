import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { expect } from "vitest";

/** Compares a text with a file, byte for byte; `UPDATE_GOLDEN=1` writes the file instead. */
export function expectGolden(path: string | URL, text: string): void {
  const file = path instanceof URL ? path.pathname : path;
  if (process.env.UPDATE_GOLDEN === "1") {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return;
  }
  expect(existsSync(file), `${file} is missing: run with UPDATE_GOLDEN=1`).toBe(true);
  expect(text).toBe(readFileSync(file, "utf8"));
}
