import { expect, test } from "vitest";
import type { HttpRequest, HttpResponse, PooledTransport } from "../../src/client/transport.ts";
import { TransportError } from "../../src/client/transport.ts";
import { operationAt } from "../../src/platform/machine.ts";
import { canaries } from "./project.ts";
import { runAll } from "./run-seeds.ts";
import { drawScenario } from "./scenario.ts";

type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** A client with a fault of its own, between docform and the network. */
type Sabotage = (send: Send) => Send;

interface Bug {
  /** The sentence that is no longer true. */
  readonly breaks: RegExp;
  /** Where to begin to look: at a seed that shows it soon. Two hundred are enough from anywhere. */
  readonly from?: number;
  readonly how: Sabotage;
}

function operationOf({ method, url }: HttpRequest) {
  return operationAt(method, new URL(url).pathname.replace(/^\/v1/, ""));
}

const isChange = ({ method }: HttpRequest): boolean => method !== "GET";

/** Bugs that a client or an executor could have. */
const sabotages: Readonly<Record<string, Bug>> = {
  "creates are sent again when their answer is lost": {
    breaks: /^no duplicates/,
    from: 95,
    how: (send) => async (request) => {
      if (operationOf(request)?.retry !== "create") return send(request);
      return send(request).catch((problem: unknown) => {
        if (!(problem instanceof TransportError) || problem.failure !== "lost") throw problem;
        return send(request);
      });
    },
  },
  "a call is made that is in no plan": {
    breaks: /^nothing unplanned/,
    how: (send) => async (request) => {
      if (isChange(request)) await send({ ...request, body: JSON.stringify({ title: "Not planned" }) });
      return send(request);
    },
  },
  "a call is said to be done, and was never sent": {
    breaks: /^honest report/,
    how: (send) => async (request) =>
      request.method === "DELETE" ? { status: 204, headers: {}, body: "" } : send(request),
  },
  "a change is a delete": {
    breaks: /^no delete from incomplete knowledge/,
    how: (send) => (request) => {
      if (request.method !== "PATCH") return send(request);
      const { body: _, ...rest } = request;
      return send({ ...rest, method: "DELETE" });
    },
  },
  "an update is answered and forgotten": {
    breaks: /^converge/,
    from: 22,
    how: (send) => async (request) => {
      if (operationOf(request)?.name !== "updateSiteSection") return send(request);
      return { status: 200, headers: {}, body: JSON.stringify({ object: "site-section" }) };
    },
  },
  "every call is sent twelve times": {
    breaks: /^bounded/,
    how: (send) => async (request) => {
      if (isChange(request)) for (let time = 1; time < 12; time++) await send(request).catch(() => {});
      return send(request);
    },
  },
  "a pause is not kept": {
    breaks: /^in flight/,
    how: (send) => async (request) => {
      const answer = await send(request);
      return answer.status === 429 ? send(request) : answer;
    },
  },
  "a token is in the query": {
    breaks: /^no secret/,
    how: (send) => (request) => send({ ...request, url: `${request.url}?token=${canaries.token}` }),
  },
};

const bugs = Object.entries(sabotages);

test.each(bugs)("caught within 200 seeds: %s", { timeout: 240_000 }, async (_, { breaks, from = 1, how }) => {
  const through = (transport: PooledTransport): PooledTransport =>
    Object.assign(how(transport), { close: transport.close });
  for (let seed = from; seed < from + 200; seed++) {
    const { failures } = await runAll([drawScenario(seed)], { through });
    const broken = failures.flatMap(({ broken }) => broken.map(({ invariant }) => invariant));
    if (broken.some((name) => breaks.test(name))) return;
  }
  expect.fail("no invariant noticed");
});
