import { createClient, readOnly } from "../../src/client/client.ts";
import type { Clock } from "../../src/client/clock.ts";
import type { Transport } from "../../src/client/transport.ts";
import { runSteps } from "../../src/executor/run-steps.ts";
import { type Connection, readerOf } from "../../src/project/connect.ts";
import { recentReads } from "../../src/refresh/cached-reader.ts";
import { planUpdates } from "./updates.ts";

/** How the updates are run. */
export interface Run {
  readonly updates: number;
  readonly concurrency: number;
  readonly baseUrl: string;
  readonly token: string;
  readonly clock: Clock;
  readonly transport: Transport;
}

/** The figures of a run of the steps, without planning. */
export interface Figures {
  /** All that was sent while the steps ran: calls, checks, repeats. */
  readonly requests: number;
  /** Those of them that were answered 429. */
  readonly refused: number;
  readonly milliseconds: number;
  /** Steps that did not get done. */
  readonly notDone: number;
}

/** Sends the calls of the updates and nothing else, without docform: what the machine makes of them. */
export async function measureBare({
  updates,
  concurrency,
  baseUrl,
  token,
  clock,
  transport,
}: Run): Promise<Figures> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  let sent = 0;
  const worker = async () => {
    while (sent < updates) {
      const at = sent++;
      const url = `${baseUrl}/v1/orgs/org_bench/teams/team_${at}`;
      await transport({ method: "PATCH", url, headers, body: JSON.stringify({ title: `Bare ${at}` }) });
    }
  };
  const before = clock.now();
  await Promise.all(Array.from({ length: concurrency }, worker));
  return { requests: updates, refused: 0, milliseconds: clock.now() - before, notDone: 0 };
}

/** Plans the updates, then runs their steps with the executor and the client of docform, and measures that. */
export async function measureUpdates({ updates, transport, clock, ...options }: Run): Promise<Figures> {
  let refused = 0;
  const counted: Transport = async (request) => {
    const response = await transport(request);
    if (response.status === 429) refused += 1;
    return response;
  };
  const settings = { random: Math.random, userAgent: "docform/bench", clock, transport: counted };
  const client = createClient({ ...options, ...settings });
  // The reader explains an organization that is not there by its project; here it is there.
  const reader = readerOf(readOnly(client), { desired: { organizations: [], resources: [] } } as never);
  const recent = recentReads(reader, clock.now);
  const close = async () => {};
  const connection: Connection = {
    baseUrl: options.baseUrl,
    client,
    reader: recent,
    roundTripMilliseconds: () => 0,
    close,
  };
  const made = await planUpdates(updates, connection);
  const before = { requests: client.requests, refused, at: clock.now() };
  const outcomes = await runSteps(made, connection, {
    concurrency: options.concurrency,
    monotonic: clock.monotonic,
    sleep: clock.sleep,
    emit: () => {},
    recent,
  });
  return {
    requests: client.requests - before.requests,
    refused: refused - before.refused,
    milliseconds: clock.now() - before.at,
    notDone: updates - [...outcomes.values()].filter((outcome) => outcome === "done").length,
  };
}
