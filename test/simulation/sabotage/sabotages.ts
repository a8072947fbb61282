import { type HttpRequest, type HttpResponse, TransportError } from "../../../src/client/transport.ts";
import type { Edition } from "../../../src/contract/edition.ts";
import type { Log } from "../../../src/io/disk.ts";
import { operationAt } from "../../../src/platform/request-handler.ts";
import { canaries } from "../project.ts";
import type { Staging } from "../stage.ts";

type Send = (request: HttpRequest) => Promise<HttpResponse>;

/** A client with a fault of its own, between docform and the network. */
type Sabotage = (send: Send) => Send;

/** A fault of docform, and what is to notice it. */
export interface Bug {
  /** The sentence that is no longer true. */
  readonly breaks: RegExp;
  /** The words of it, where one sentence says several things. */
  readonly says?: RegExp;
  /** Where to begin to look: at a seed that shows it soon. Two hundred are enough from anywhere. */
  readonly from?: number;
  /** The edition of the stories; the reference, when left out. */
  readonly edition?: Edition;
  readonly staging: Staging;
}

function operationOf({ method, url }: HttpRequest) {
  return operationAt(method, new URL(url).pathname.replace(/^\/v1/, ""));
}

/** The answer, or the end of a request that has none. */
function settled(answer: HttpResponse | Error): HttpResponse {
  if (answer instanceof Error) throw answer;
  return answer;
}

const isChange = ({ method }: HttpRequest): boolean => method !== "GET";

/** Puts a faulty client in the place of the right one. */
export function client(how: Sabotage): Staging {
  return { through: (transport) => Object.assign(how(transport), { close: transport.close }) };
}

/** Puts something else in the place of what writes the lines of a journal. */
function journal(appendTo: (log: Log) => Log["append"]): Staging {
  return {
    disk: (disk) => ({
      ...disk,
      openLog: async (path) => {
        const log = await disk.openLog(path);
        return { ...log, append: appendTo(log) };
      },
    }),
  };
}

/** Bugs that a client, an executor or a journal could have. */
export const sabotages: Readonly<Record<string, Bug>> = {
  "creates are sent again when their answer is lost": {
    breaks: /^no duplicates/,
    from: 70,
    staging: client((send) => async (request) => {
      if (operationOf(request)?.retry !== "create") return send(request);
      return send(request).catch((problem: unknown) => {
        if (!(problem instanceof TransportError) || problem.failure !== "lost") throw problem;
        return send(request);
      });
    }),
  },
  "invitations are sent again when their answer is lost": {
    breaks: /^one mail/,
    from: 15,
    edition: "gitbook",
    staging: client((send) => async (request) => {
      const answer = await send(request).catch((problem: unknown) => problem as Error);
      const isLost = answer instanceof Error || answer.status >= 500;
      if (!request.url.endsWith("/invites") || !isLost) return settled(answer);
      return send(request);
    }),
  },
  "a call is made that is in no plan": {
    breaks: /^nothing unplanned/,
    staging: client((send) => async (request) => {
      if (isChange(request)) await send({ ...request, body: JSON.stringify({ title: "Not planned" }) });
      return send(request);
    }),
  },
  "a call is said to be done, and was never sent": {
    breaks: /^honest report/,
    staging: client(
      (send) => async (request) =>
        request.method === "DELETE" ? { status: 204, headers: {}, body: "" } : send(request),
    ),
  },
  "a change is a delete": {
    breaks: /^no delete from incomplete knowledge/,
    staging: client((send) => (request) => {
      if (request.method !== "PATCH") return send(request);
      const { body: _, ...rest } = request;
      return send({ ...rest, method: "DELETE" });
    }),
  },
  "an update is answered and forgotten": {
    breaks: /^converge/,
    staging: client((send) => async (request) => {
      if (operationOf(request)?.name !== "updateSiteSection") return send(request);
      return { status: 200, headers: {}, body: JSON.stringify({ object: "site-section" }) };
    }),
  },
  "every call is sent thirteen times": {
    breaks: /^bounded/,
    staging: client((send) => async (request) => {
      if (isChange(request)) for (let time = 1; time < 13; time++) await send(request).catch(() => {});
      return send(request);
    }),
  },
  "every read is sent twenty times at once": {
    breaks: /^in flight/,
    says: /are allowed$/,
    staging: client((send) => async (request) => {
      if (isChange(request)) return send(request);
      const all = await Promise.allSettled(Array.from({ length: 20 }, () => send(request)));
      const answer = all.find((one) => one.status === "fulfilled");
      return answer === undefined ? send(request) : answer.value;
    }),
  },
  "a pause is not kept": {
    breaks: /^in flight/,
    says: /before a pause ended$/,
    staging: client((send) => async (request) => {
      const answer = await send(request);
      return answer.status === 429 ? send(request) : answer;
    }),
  },
  "a second interrupt is not heard": {
    breaks: /^interrupts/,
    from: 200,
    staging: {
      heard: (callback) => {
        let isHeard = false;
        return () => {
          if (!isHeard) callback();
          isHeard = true;
        };
      },
    },
  },
  "a delete goes to an address that is not there": {
    breaks: /^undo/,
    says: /^the undo ended with 5$/,
    staging: client((send) => (request) => {
      const isOfPlatform = request.method === "DELETE" && request.url.includes("/v1/");
      return send(isOfPlatform ? { ...request, url: `${request.url}-` } : request);
    }),
  },
  "a token is in the query": {
    breaks: /^no secret/,
    staging: client(
      (send) => (request) => send({ ...request, url: `${request.url}?token=${canaries.token}` }),
    ),
  },
  "a delete is answered before it is done": {
    breaks: /^order/,
    from: 50,
    staging: client((send) => async (request) => {
      if (request.method !== "DELETE") return send(request);
      void send(request).catch(() => {});
      return { status: 204, headers: {}, body: "" };
    }),
  },
  "a change changes something beside it, too": {
    breaks: /^undeclared state untouched/,
    staging: client((send) => async (request) => {
      const answer = await send(request);
      if (isChange(request)) {
        const url = new URL("/v1/orgs/org_globex", request.url).href;
        await send({ ...request, method: "PATCH", url, body: '{"title":"Oops"}' }).catch(() => {});
      }
      return answer;
    }),
  },
  "the journal is written later than the call is sent": {
    breaks: /^journal prefix valid/,
    says: /without an intent before it$/,
    staging: journal((log) => async (text) => {
      void log.append(text);
    }),
  },
  "a journal is written without the ends of its lines": {
    breaks: /^journal prefix valid/,
    says: /is not JSON$/,
    staging: journal((log) => (text) => log.append(text.trimEnd())),
  },
  "the outcomes of steps are not written": {
    breaks: /^journal prefix valid/,
    says: /in the journal$/,
    staging: journal((log) => async (text) => {
      const lines = text.split("\n").filter((line) => !line.startsWith('{"type":"outcome"'));
      await log.append(lines.join("\n"));
    }),
  },
  "the lock stays": {
    breaks: /^locks/,
    staging: {
      disk: (disk) => ({
        ...disk,
        remove: async (path) => (path.endsWith("/lock") ? undefined : disk.remove(path)),
      }),
    },
  },
};
