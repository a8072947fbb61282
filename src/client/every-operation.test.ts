import { expect, test } from "vitest";
import { connect, failureOf } from "../../test/support/network/client-fixture.ts";
import { always } from "../../test/support/network/scripted-server.ts";
import { type Operation, pathParameters } from "../contract/operation.ts";
import { operations } from "../contract/operations.ts";

const all: readonly Operation[] = Object.values(operations);

test.each(all.map((operation) => [operation.name, operation] as const))(
  "%s is sent to its own method and path, and a refusal names it",
  async (name, operation) => {
    const { client, server } = await connect(always(404, { error: { code: 404, message: "Nothing." } }));
    const params = Object.fromEntries(pathParameters(operation).map((parameter) => [parameter, "a/b"]));
    const failure = await failureOf(client.send(operation, { params }));
    const path = operation.path.replaceAll(/\{\w+\}/g, "a%2Fb");
    expect(server.seen).toMatchObject([{ method: operation.method, url: `/v1${path}` }]);
    expect(failure).toMatchObject({ kind: "not-found", operation: name, path, reason: "Nothing." });
    expect(failure.inDoubt).toBe(false);
  },
);
