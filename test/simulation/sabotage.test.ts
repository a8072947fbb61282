import { expect, test } from "vitest";
import type { HttpRequest, HttpResponse, PooledTransport } from "../../src/client/transport.ts";
import { TransportError } from "../../src/client/transport.ts";
import { operationAt } from "../../src/platform/machine.ts";
import { canaries } from "./project.ts";
import { runAll } from "./run-seeds.ts";
import { drawScenario, type Scenario } from "./scenario.ts";

type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** A client with a fault of its own, between docform and the network. */
type Sabotage = (send: Send) => Send;

function operationOf({ method, url }: HttpRequest) {
  return operationAt(method, new URL(url).pathname.replace(/^\/v1/, ""));
}

const isChange = ({ method }: HttpRequest): boolean => method !== "GET";

/** Bugs that a client or an executor could have, and the sentence that is no longer true then. */
const sabotages: Readonly<Record<string, { readonly breaks: RegExp; readonly how: Sabotage }>> = {
  "creates are sent again when their answer is lost": {
    breaks: /^no duplicates/,
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

/** Scenarios in which a bug of that sort can show. */
function scenarios(): readonly Scenario[] {
  return Array.from({ length: 200 }, (_, index) => drawScenario(index + 1));
}

test.each(Object.entries(sabotages))(
  "caught within 200 seeds: %s",
  { timeout: 120_000 },
  async (_, { breaks, how }) => {
    const through = (transport: PooledTransport): PooledTransport =>
      Object.assign(how(transport), { close: transport.close });
    for (const scenario of scenarios()) {
      const { failures } = await runAll([scenario], { through });
      const broken = failures.flatMap(({ broken }) => broken.map(({ invariant }) => invariant));
      if (broken.some((name) => breaks.test(name))) return;
    }
    expect.fail("no invariant noticed");
  },
);
