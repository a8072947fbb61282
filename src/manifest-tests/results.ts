import {
  type TestResult,
  type TestsDocument,
  testsFormatVersion,
} from "../model/documents/tests-document.ts";
import type { RanTest } from "./run-tests.ts";

/** The results as data. `updated` are the tests whose file has what was seen by now. */
export function resultsOf(ran: readonly RanTest[], updated: ReadonlySet<RanTest>): TestsDocument {
  const tests = ran.map((one) => resultOf(one, updated.has(one)));
  const count = (status: TestResult["status"]): number => tests.filter((one) => one.status === status).length;
  return {
    formatVersion: testsFormatVersion,
    passed: count("passed"),
    failed: count("failed"),
    updated: count("updated"),
    tests,
  };
}

function resultOf({ test, environment, failures }: RanTest, isUpdated: boolean): TestResult {
  return {
    name: test.name,
    source: test.source,
    ...(environment === undefined ? {} : { environment }),
    status: failures.length === 0 ? "passed" : isUpdated ? "updated" : "failed",
    failures: isUpdated ? [] : [...failures],
  };
}
