import { entriesOf, entryOf, valueSource } from "../manifest/read/tree.ts";
import { type Diagnostic, placeText, type Source } from "../model/diagnostic.ts";
import type { Change } from "../model/documents/plan-document.ts";
import type { TestFailure } from "../model/documents/tests-document.ts";
import { equalJson, type Json, type JsonObject } from "../text/json.ts";
import { type Addresses, addressesIn } from "./addresses.ts";
import { compareChanges } from "./expected-changes.ts";
import type { Observed } from "./observe.ts";
import { expectationAt, type ManifestTest } from "./test-files.ts";
import type { Expectations } from "./test-schema.ts";

/** The result of a test. */
export interface Verdict {
  readonly failures: readonly TestFailure[];
  /** The edits that make the test pass; undefined when a failure has another cause than the expectation. */
  readonly writes: readonly Write[] | undefined;
}

/** The place of a key, and the value to write there. */
export interface Write {
  readonly at: Source;
  readonly value: Json;
}

/** The result of one expectation. */
interface Came {
  readonly isSo: boolean;
  /** In the form of the test. */
  readonly came: Json;
  readonly note?: string | undefined;
}

/** Compares what came with what a test expects. */
export function judge(test: ManifestTest, observed: Observed): Verdict {
  const addresses = addressesIn(observed);
  const broken = brokenManifests(test, observed);
  const plain = comparedKeys.flatMap((key) => judgeKey(key, test, observed, addresses));
  const changes = judgeChanges(test, observed, addresses);
  const failures = [...broken, ...changes.failures, ...plain.map(({ failure }) => failure)];
  const isCorrectable = broken.length === 0 && (changes.failures.length === 0 || changes.write !== undefined);
  const writes = [...(changes.write ?? []), ...plain.map(({ write }) => write)];
  return { failures: failures.sort(byPlace), writes: isCorrectable ? writes : undefined };
}

function judgeKey(key: ComparedKey, test: ManifestTest, observed: Observed, addresses: Addresses) {
  const entry = expectationAt(test, key);
  const seen = entry && comparisons[key](test.expect, observed, addresses);
  if (entry === undefined || seen === undefined || seen.isSo) return [];
  const { came, note } = seen;
  const expected = test.expect[key] as Json;
  const failure = { expectation: key, expected, came, ...noted(note), source: valueSource(entry) };
  return [{ failure, write: { at: entry.source, value: came } }];
}

function byPlace(a: TestFailure, b: TestFailure): number {
  return a.source.line - b.source.line || a.source.column - b.source.column;
}

function noted(note: string | undefined): Pick<TestFailure, "note"> {
  return note === undefined ? {} : { note };
}

/** Errors that leave a test without the plan that it expects something of. */
function brokenManifests(
  { expect, source }: ManifestTest,
  { plan, diagnostics }: Observed,
): readonly TestFailure[] {
  if (plan !== undefined || Object.keys(expect).every((key) => key === "diagnostics")) return [];
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const [first] = errors;
  return [
    { expectation: "manifests", came: codesIn(errors), ...noted(first && diagnosticText(first)), source },
  ];
}

function diagnosticText({ source, message }: Diagnostic): string {
  return source === undefined ? message : `${placeText(source)}: ${message}`;
}

type Compare = (expect: Expectations, observed: Observed, addresses: Addresses) => Came | undefined;

type ComparedKey = Exclude<keyof Expectations, "changes" | "only">;

/** Every expectation but the changes; undefined where there is no plan to compare with. */
const comparisons: Readonly<Record<ComparedKey, Compare>> = {
  calls: ({ calls }, { plan }) => {
    if (plan === undefined) return undefined;
    const came = plan.summary.calls;
    if (typeof calls !== "object") return { isSo: came === calls, came };
    return { isSo: came <= calls["at-most"], came: { "at-most": came } };
  },
  held: ({ held = [] }, { plan }) => {
    const holding = (plan?.guards ?? []).filter((guard) => guard.held);
    const other = holding.find(({ rule }) => !held.includes(rule));
    return (
      plan &&
      compareSets(
        held,
        holding.map(({ rule }) => rule),
        other?.message,
      )
    );
  },
  policies: ({ policies = [] }, { plan }) => {
    const broken = (plan?.guards ?? []).flatMap(({ policy, message }) =>
      policy === undefined ? [] : [{ policy, message }],
    );
    const other = broken.find(({ policy }) => !policies.includes(policy));
    const names = broken.map(({ policy }) => policy);
    return plan && compareSets(policies, names, other?.message);
  },
  blocked: ({ blocked = [] }, { plan }, addresses) => {
    const waiting = new Set(plan?.waiting?.map(({ address }) => address));
    const other = blocked.find((written) => waiting.has(addresses.meant(written) ?? ""));
    const note =
      other === undefined ? undefined : `${other} waits for a person to join: write it below waiting`;
    const there = plan?.changes.filter(({ action }) => action === "blocked");
    return there && compareAddresses(blocked, there, addresses, note);
  },
  waiting: ({ waiting = [] }, { plan }, addresses) =>
    plan && compareAddresses(waiting, plan.waiting ?? [], addresses),
  diagnostics: ({ diagnostics = [] }, observed) => {
    const other = observed.diagnostics.find(({ code }) => !diagnostics.includes(code));
    return compareSets(diagnostics, codesIn(observed.diagnostics), other && diagnosticText(other));
  },
  converges: ({ converges }, { convergence }) =>
    convergence && {
      isSo: convergence.converged === converges,
      came: convergence.converged,
      note: convergence.why,
    },
};

/** Compares addresses as people write them with those that a plan has, each with its reason. */
function compareAddresses(
  written: readonly string[],
  there: readonly Pick<Change, "address" | "reason">[],
  { meant, shown, unknown }: Addresses,
  told?: string,
): Came {
  const expected = written.map((one) => meant(one) ?? one);
  const other = there.find(({ address }) => !expected.includes(address));
  const stray = written.find((one) => meant(one) === undefined);
  const note = stray === undefined ? other?.reason : `${stray}: ${unknown(stray)}`;
  return compareSets(
    expected.map(shown),
    there.map(({ address }) => shown(address)),
    told ?? note,
  );
}

const comparedKeys = Object.keys(comparisons) as readonly ComparedKey[];

function codesIn(diagnostics: readonly Diagnostic[]): string[] {
  return unique(diagnostics.map(({ code }) => code));
}

function compareSets(expected: readonly string[], came: readonly string[], note: string | undefined): Came {
  return { isSo: equalJson(unique(expected), unique(came)), came: unique(came), note };
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

interface ChangesVerdict {
  readonly failures: readonly TestFailure[];
  /** Undefined when the test would then expect no change, and pass whatever changes. */
  readonly write?: readonly Write[];
}

function judgeChanges(test: ManifestTest, { plan }: Observed, addresses: Addresses): ChangesVerdict {
  const entry = expectationAt(test, "changes");
  if (entry === undefined || plan === undefined) return { failures: [] };
  const written = entriesOf(entry.value).map(({ key }) => key);
  const { wrong, others, wanted } = compareChanges(test.expect, written, plan.changes, addresses);
  const failures = [
    ...wrong.map(({ written: key, came, note }) => ({
      expectation: `changes.${key}`,
      expected: test.expect.changes?.[key] as Json,
      ...(came === undefined ? {} : { came }),
      ...noted(note),
      source: entryOf(entry.value, key)?.source ?? entry.source,
    })),
    ...onlyFailure(test, others),
  ];
  if (failures.length === 0) return { failures };
  const isEmpty = Object.keys(wanted).length === 0 && test.expect.only !== true;
  return isEmpty ? { failures } : { failures, write: [{ at: entry.source, value: wanted }] };
}

function onlyFailure(test: ManifestTest, others: JsonObject): readonly TestFailure[] {
  const entry = expectationAt(test, "only");
  if (entry === undefined || Object.keys(others).length === 0) return [];
  return [{ expectation: "only", came: others, source: valueSource(entry) }];
}
