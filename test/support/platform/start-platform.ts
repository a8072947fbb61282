import { readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { parse } from "yaml";
import type { Edition } from "../../../src/contract/edition.ts";
import { type FaultRule, readFaults } from "../../../src/platform/faults/faults.ts";
import { type RunningPlatform, startPlatform } from "../../../src/platform/server/server.ts";
import type { State } from "../../../src/platform/store/state.ts";
import { checkAnswerIn } from "../gitbook/check-published.ts";
import { seedOfText } from "./seed-state.ts";
import { answered } from "./test-platform.ts";

/** A request that a platform answered. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly operation: string | null;
  readonly status: number;
  readonly mutates: boolean;
}

/** An embedded platform that listens for the length of a test. */
export interface TestPlatform extends RunningPlatform {
  readonly state: State;
  /** Token that may do everything. */
  readonly token: string;
  /** Environment of a docform that talks to it. */
  readonly env: Readonly<Record<string, string>>;
  /** Lets the time of the platform pass, at once: for a docform that waits for it. */
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Requests since the start, or since they were last taken. */
  readonly takeRequests: () => readonly LoggedRequest[];
}

/**
 * Starts a platform on a free port from a seed (a file of YAML, or data), which checks every answer against
 * the contract. Calls go wrong as the rules of `serve --faults` say. It stops when the test ends.
 */
export async function startTestPlatform(
  seed: string | object,
  faults: readonly object[] = [],
  edition: Edition = "reference",
): Promise<TestPlatform> {
  const { state, now, token } = readTestSeed(seed);
  const lines: string[] = [];
  let passed = 0;
  const running = await startPlatform({
    state,
    port: 0,
    clock: () => Date.parse(now) + passed,
    log: (line) => {
      answered.publish(line);
      lines.push(line);
    },
    edition,
    checkAnswer: checkAnswerIn(edition),
    faults: rulesOf(faults),
  });
  onTestFinished(() => running.close());
  return {
    ...running,
    state,
    token,
    env: { DOCFORM_BASE_URL: running.url, DOCFORM_TOKEN: token },
    sleep: async (milliseconds) => {
      passed += milliseconds;
    },
    takeRequests: () => lines.splice(0).map(readLine),
  };
}

/** Reads a seed, which is a file of YAML or data; `token` is one that may do everything. Throws what is wrong with it. */
export function readTestSeed(seed: string | object) {
  const text = typeof seed === "string" ? readFileSync(seed, "utf8") : JSON.stringify(seed);
  const { state, now } = seedOfText(text, () => (typeof seed === "string" ? parse(text) : seed));
  const [token = ""] = Object.entries(state.tokens).find(([, { rights }]) => rights === "admin") ?? [];
  return { state, now, token };
}

/** A line of the log of a platform. Throws when it is a fault of the platform. */
export function readLine(line: string): LoggedRequest {
  const entry = JSON.parse(line) as LoggedRequest & { readonly fault?: string };
  if (entry.fault !== undefined) throw new Error(`the platform has a fault: ${entry.fault}`);
  return entry;
}

function rulesOf(faults: readonly object[]): readonly FaultRule[] {
  const read = readFaults({ faults });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.rules;
}
