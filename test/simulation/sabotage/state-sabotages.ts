import type { HttpRequest, HttpResponse } from "../../../src/client/transport.ts";
import { parseJson } from "../../../src/text/json.ts";
import { stateAddress } from "../state/state-server.ts";
import { type Bug, client } from "./sabotages.ts";

const fine: HttpResponse = { status: 200, headers: {}, body: "" };

/** Of requests to the state server: the lock, and the document. */
const isLock = ({ url }: HttpRequest): boolean => url.startsWith(`${stateAddress}/lock`);
const isDocument = ({ url }: HttpRequest): boolean => url.startsWith(stateAddress) && !url.includes("/lock");

/** Bugs that a backend of a state server could have. */
export const stateSabotages: Readonly<Record<string, Bug>> = {
  "a state is written over whatever was written since it was read": {
    breaks: /^state: each write/,
    staging: client((send) => {
      let read: Promise<HttpResponse> | undefined;
      let serial = 1000;
      return (request) => {
        if (!isDocument(request)) return send(request);
        if (request.method === "GET") {
          read ??= send(request);
          return read;
        }
        const document = { ...(parseJson(request.body ?? "") as object), serial: serial++ };
        return send({ ...request, body: JSON.stringify(document) });
      };
    }),
  },
  "a run goes on without its lock": {
    breaks: /^state: no mutation/,
    says: /was sent while nobody held the lock$/,
    staging: client(
      (send) => async (request) => (isLock(request) && request.method === "POST" ? fine : send(request)),
    ),
  },
  "a run goes on without a journal on the state server": {
    breaks: /^state: no mutation/,
    says: /before the journal was begun/,
    staging: client((send) => async (request) => {
      if (!isDocument(request) || request.method === "GET") return send(request);
      void send(request).catch(() => {});
      return fine;
    }),
  },
  "the end of a run is not published": {
    breaks: /^state: runs lists/,
    staging: client((send) => async (request) => {
      const isEnd = isDocument(request) && request.body?.includes('{\\"type\\":\\"end\\"') === true;
      return isEnd ? fine : send(request);
    }),
  },
  "a state server is asked once": {
    breaks: /^state: one request/,
    staging: client((send) => {
      let failed: unknown;
      return async (request) => {
        if (!isDocument(request)) return send(request);
        if (failed !== undefined) throw failed;
        return send(request).catch((problem: unknown) => {
          failed = problem;
          throw problem;
        });
      };
    }),
  },
};
