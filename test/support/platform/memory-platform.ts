import type { Edition } from "../../../src/contract/edition.ts";
import { createPlatform, type Platform } from "../../../src/platform/platform.ts";
import { checkAnswerIn } from "../gitbook/check-published.ts";
import { directTransport } from "../network/direct-transport.ts";
import { type LoggedRequest, readLine, readTestSeed } from "./start-platform.ts";
import { answered } from "./test-platform.ts";

/** An embedded platform in this process, without sockets between it and a docform of this process. */
export interface MemoryPlatform {
  readonly platform: Platform;
  /** Surroundings of a docform that talks to it. */
  readonly surroundings: {
    readonly env: Readonly<Record<string, string>>;
    /** Lets the time of the platform pass, at once. */
    readonly sleep: (milliseconds: number) => Promise<void>;
    readonly openTransport: () => ReturnType<typeof directTransport>;
  };
  /** Requests since the start, or since they were last taken. */
  readonly takeRequests: () => readonly LoggedRequest[];
}

/** Makes a platform from a seed (a file of YAML, or data), which checks every answer against the contract. */
export function memoryPlatform(seed: string | object, edition: Edition = "reference"): MemoryPlatform {
  const { state, now, token } = readTestSeed(seed);
  const lines: string[] = [];
  let passed = 0;
  const platform = createPlatform({
    state,
    edition,
    baseUrl: "https://docform.example",
    clock: () => Date.parse(now) + passed,
    log: (line) => {
      answered.publish(line);
      lines.push(line);
    },
    checkAnswer: checkAnswerIn(edition),
  });
  return {
    platform,
    surroundings: {
      env: { DOCFORM_BASE_URL: platform.baseUrl, DOCFORM_TOKEN: token },
      sleep: async (milliseconds) => {
        passed += milliseconds;
      },
      openTransport: () => directTransport(platform),
    },
    takeRequests: () => lines.splice(0).map(readLine),
  };
}
