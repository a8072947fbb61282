import type { Io } from "../../io/io.ts";
import { error, hasErrors } from "../../model/diagnostic.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import { testRules } from "../../policy/policy-test.ts";
import type { Rules } from "../../policy/rules.ts";
import type { CommonOptions } from "../../project/options.ts";
import { printResult, warn } from "../../project/output.ts";
import { readPolicies } from "../../project/policies.ts";
import type { ResultForm } from "../../project/result-forms.ts";
import { renderPolicyTestText } from "../../render/text/policy-test-text.ts";

/** `docform policy test [FILE …]`: runs the examples in the rules of the project, or of the files. */
export async function testPolicies(
  io: Io,
  names: readonly string[],
  options: CommonOptions<ResultForm>,
): Promise<ExitCode> {
  const read = await readPolicies(io, options, names);
  if (hasErrors(read.diagnostics)) throw new Stop(read.diagnostics, read);
  if (read.rules.length === 0) throw nothingToTest(read);
  warn(io, options, read.diagnostics, read);
  const document = testRules(read.rules);
  printResult(io, options, document, renderPolicyTestText);
  return document.passed ? exitCode.done : exitCode.error;
}

/** Files that are there and hold no rule are named by their warnings. */
function nothingToTest(read: Rules): Stop {
  const hint =
    read.files.length === 0 ? "write them into policies/, or name files" : "write rules into these files";
  return new Stop([...read.diagnostics, error("DF5001", "there are no policies to test", { hint })], read);
}
