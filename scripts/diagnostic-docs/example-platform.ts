import { type PooledTransport, TransportError } from "../../src/client/transport.ts";
import type { DiagnosticExample } from "../../src/model/codes/diagnostic-info.ts";
import { readFaults } from "../../src/platform/faults/faults.ts";
import type { Outcome } from "../../src/platform/faults/faulty.ts";
import type { RawResponse } from "../../src/platform/http/raw.ts";
import { createPlatform } from "../../src/platform/platform.ts";
import { createRespond } from "../../src/platform/server/respond.ts";
import { seedState } from "../../test/support/platform/seed-state.ts";
import { exampleEnvironment, exampleOrganization, exampleTokens } from "./example-world.ts";

/** A clock on which waiting takes no time. */
export interface ExampleClock {
  readonly now: () => number;
  readonly monotonic: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** The embedded platform of an example, without sockets: what carries requests to it. */
export function examplePlatform(
  { seed, faults = [] }: DiagnosticExample,
  clock: ExampleClock,
): PooledTransport {
  const state = seedState({ tokens: exampleTokens, organizations: [{ ...exampleOrganization, ...seed }] });
  const rules = readFaults({ faults });
  if (!rules.ok) throw new Error(JSON.stringify(rules.problems));
  const { DOCFORM_BASE_URL: baseUrl } = exampleEnvironment;
  const respond = createRespond(createPlatform({ state, clock: clock.now, baseUrl }), {
    faults: rules.rules,
  });
  let goneUntil = 0;
  const send: PooledTransport = Object.assign(
    async ({ method, url, headers, body }: Parameters<PooledTransport>[0]) => {
      if (clock.now() < goneUntil) throw new TransportError("not-sent", "connect ECONNREFUSED");
      const { outcome } = respond({ method, url: url.slice(baseUrl.length), headers, bodyText: body });
      if (outcome.type === "refuse") goneUntil = clock.now() + outcome.milliseconds;
      const { status, headers: sent, bodyText } = await answerOf(outcome, clock);
      return { status, headers: sent, body: bodyText };
    },
    { close: async () => {} },
  );
  return send;
}

async function answerOf(outcome: Outcome, { sleep }: ExampleClock): Promise<RawResponse> {
  if (outcome.type !== "answer" || outcome.keep !== undefined)
    throw new TransportError("lost", "read ECONNRESET");
  if (outcome.delay !== undefined) await sleep(outcome.delay);
  return outcome.answer;
}
