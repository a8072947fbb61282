// Installs what package-lock.json names, when it is not there yet or has changed since.
// Plain Node and npm, so that `npm run demo` and `npm test` work in a fresh clone.
import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";

const stamp = "node_modules/.package-lock.json";
const isFresh = existsSync(stamp) && statSync(stamp).mtimeMs >= statSync("package-lock.json").mtimeMs;
if (!isFresh) {
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    stdio: ["ignore", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  process.exitCode = status ?? 1;
}
