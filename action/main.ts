// The GitHub Action: it runs the docform that the repository pins, and nothing else. index.cjs is made from it.
import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { argumentsFrom, errorLine, inputOf, Refusal, variablesFrom } from "./inputs.ts";
import { pinnedDocform } from "./pinned-docform.ts";

try {
  run();
} catch (problem) {
  if (!(problem instanceof Refusal)) throw problem;
  process.stdout.write(errorLine(problem.message));
  process.exitCode = 1;
}

/** Starts docform without a shell, and ends as it ends. */
function run(): void {
  const root = resolve(process.env.GITHUB_WORKSPACE || ".");
  const args = argumentsFrom(process.env);
  const program = pinnedDocform(root, inputOf(process.env, "directory") || ".");
  const env = variablesFrom(process.env);
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  // The runner interrupts the Action alone. docform then ends the calls that it has begun.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  child.once("close", (code) => {
    process.exitCode = code ?? 1;
  });
}
