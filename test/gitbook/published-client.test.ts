import { GitBookAPI } from "@gitbook/api";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gitbookOperations } from "../../src/contract/gitbook/operations.ts";
import { type Operation, pathParameters } from "../../src/contract/operation.ts";
import { type RunningPlatform, startPlatform } from "../../src/platform/server/server.ts";
import { type State, snapshot } from "../../src/platform/store/state.ts";
import { checkAnswerIn, held } from "../support/gitbook/check-published.ts";
import { exampleBody, exampleQuery, gitbookExamples, prepare } from "../support/gitbook/example-calls.ts";
import { publishedAt } from "../support/gitbook/published.ts";
import { readTestSeed } from "../support/platform/start-platform.ts";
import { callOn } from "../support/platform/test-platform.ts";
import { pathOf, wholeSeed } from "../support/platform/whole-seed.ts";

/** The operations that the published API has beside the reference, or otherwise. */
const own = gitbookExamples.filter(({ name }) => Object.hasOwn(gitbookOperations, name));

type Method = (...args: readonly unknown[]) => Promise<{ readonly status: number; readonly data: unknown }>;

/** The method of the published client for an operation; its name is the id of the published operation. */
function methodFor(client: GitBookAPI, operation: Operation): Method | undefined {
  const id = publishedAt(operation)?.operationId ?? "";
  const groups = [client, ...Object.values(client)] as unknown as readonly Readonly<Record<string, Method>>[];
  return groups.map((group) => group?.[id]).find((method) => typeof method === "function");
}

let running: RunningPlatform;
let before: State;
beforeAll(async () => {
  const { state, now } = readTestSeed(wholeSeed);
  const clock = () => Date.parse(now);
  const checkAnswer = checkAnswerIn("gitbook");
  running = await startPlatform({ state, port: 0, edition: "gitbook", clock, checkAnswer });
  before = snapshot(state);
});
afterAll(() => running.close());

test.each(own.map((one) => [one.name, one] as const))(
  "the published client does %s",
  async (_, operation) => {
    Object.assign(running.platform.state, snapshot(before));
    const call = callOn(running.platform);
    const path = pathOf(operation, { call });
    prepare(operation, call, path);
    const client = new GitBookAPI({ endpoint: running.url, authToken: "admin" });
    const method = methodFor(client, operation);
    const values = path.split("/");
    const ids = operation.path
      .split("/")
      .flatMap((segment, at) => (segment.startsWith("{") ? [values[at]] : []));
    expect(ids).toHaveLength(pathParameters(operation).length);
    const answer = await method?.(...ids, exampleBody(operation) ?? exampleQuery(operation) ?? {});
    expect(answer?.status).toBeLessThan(300);
    expect(held.answers.get(publishedAt({ ...operation, path })?.operationId ?? "")).toBeGreaterThan(0);
  },
);

test("each operation that is otherwise is one of the published client", () => {
  expect(own.length).toBeGreaterThan(40);
});
