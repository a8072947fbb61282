import type { Io } from "../../io/io.ts";
import { type ExitCode, exitCode, Stop, stop } from "../../model/stop.ts";
import { testRules } from "../../policy/policy-test.ts";
import type { CommonOptions } from "../../project/options.ts";
import { printResult } from "../../project/output.ts";
import { readPolicies } from "../../project/policies.ts";
import { renderPolicyTestText } from "../../render/text/policy-test-text.ts";

/** `docform policy test [FILE …]`: runs the examples in the rules of the project, or of the files. */
export async function testPolicies(
  io: Io,
  names: readonly string[],
  options: CommonOptions,
): Promise<ExitCode> {
  const read = await readPolicies(io, options, names);
  if (read.diagnostics.length > 0) throw new Stop(read.diagnostics, read);
  if (read.rules.length === 0)
    throw stop("DF5001", "there are no policies to test", {
      hint: "write them into policies/, or name files",
    });
  const document = testRules(read.rules);
  printResult(io, options, document, renderPolicyTestText);
  return document.passed ? exitCode.done : exitCode.error;
}
