import { onTestFinished } from "vitest";
import { type Client, type ClientOptions, createClient } from "../../../src/client/client.ts";
import { ApiError } from "../../../src/client/errors.ts";
import { undiciTransport } from "../../../src/client/transport.ts";
import { fakeClock, type Script, type ScriptedServer, startServer } from "./scripted-server.ts";

export const token = "secret-token-4711";

/** A client on a scripted server; both are closed when the test ends. */
export async function connect(
  script: Script,
  options: Partial<ClientOptions> = {},
): Promise<{
  readonly client: Client;
  readonly server: ScriptedServer;
  readonly clock: ReturnType<typeof fakeClock>;
}> {
  const server = await startServer(script);
  const transport = undiciTransport({ timeout: 2000 });
  onTestFinished(async () => {
    await server.close();
    await transport.close();
  });
  const clock = fakeClock();
  const base = { baseUrl: server.url, token, transport, clock, random: () => 0.5, userAgent: "docform/test" };
  return { client: createClient({ ...base, ...options }), server, clock };
}

/** The `ApiError` that a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const failure = await call.then(
    () => new Error("the call did not fail"),
    (cause: unknown) => cause,
  );
  if (failure instanceof ApiError) return failure;
  throw failure;
}

export const team = (id: string) => ({ object: "team", id, title: id });
