import {
  type HttpRequest,
  type HttpResponse,
  type PooledTransport,
  type Transport,
  TransportError,
} from "../../../src/client/transport.ts";
import { headersTimeout } from "../machine/network.ts";
import type { Lane, Scheduler } from "../machine/scheduler.ts";
import type { StateMishap } from "./state-faults.ts";
import { type StateServer, stateAddress } from "./state-server.ts";

/** One request to the state server, and what became of it. */
export interface StateExchange {
  readonly number: number;
  readonly run: number;
  readonly method: string;
  /** The address below the host. */
  readonly path: string;
  readonly sentAt: number;
  fault?: string;
  /** The answer of the server, whatever came back. */
  done?: number;
  endedAt?: number;
  /** The result for the sender: a status, or why none came; undefined while it is on its way, and of a process that died. */
  end?: number | string;
}

/** The network between docform and the state server. */
interface WireOptions {
  readonly scheduler: Scheduler;
  readonly random: () => number;
  readonly server: StateServer;
  readonly latency: () => number;
  readonly chooseMishap: (exchange: StateExchange) => StateMishap | undefined;
  /** Every request, in the order of sending. */
  readonly trace: StateExchange[];
}

/** The way to the state server. */
interface StateWire {
  readonly open: (lane: Lane, run: number) => Transport;
  /** Requests that a process which has just died left on their way arrive, or do not. */
  readonly abandon: (lane: Lane) => void;
}

/** A request on its way. */
interface Flight {
  readonly lane: Lane;
  readonly request: HttpRequest;
  readonly exchange: StateExchange;
  readonly mishap: StateMishap | undefined;
  readonly end: (result: HttpResponse | TransportError) => void;
  isLost: boolean;
}

/** Makes a network in front of a state server. */
export function createStateWire(options: WireOptions): StateWire {
  const { scheduler, random, trace } = options;
  const flights = new Set<Flight>();
  return {
    open: (lane, run) => (request) =>
      new Promise((resolve, reject) => {
        const exchange = exchangeOf(request, run, trace.length + 1, scheduler.now());
        trace.push(exchange);
        const end: Flight["end"] = (result) => {
          if (exchange.endedAt !== undefined || !lane.isAlive) return;
          flights.delete(flight);
          exchange.endedAt = scheduler.now();
          exchange.end = result instanceof TransportError ? result.message : result.status;
          if (result instanceof TransportError) reject(result);
          else resolve(result);
        };
        const mishap = options.chooseMishap(exchange);
        if (mishap !== undefined) exchange.fault = mishap.name;
        const flight = { lane, request, exchange, mishap, end, isLost: mishap?.loses === "request" };
        flights.add(flight);
        begin(options, flight);
      }),
    abandon: (lane) => {
      for (const flight of flights) {
        if (flight.lane !== lane) continue;
        flights.delete(flight);
        flight.isLost ||= random() < 0.5;
      }
    },
  };
}

/** A transport that carries requests to the state server one way, and all others another. */
export function byOrigin(state: Transport, platform: PooledTransport): PooledTransport {
  const send: Transport = (request) =>
    request.url.startsWith(stateAddress) ? state(request) : platform(request);
  return Object.assign(send, { close: platform.close });
}

/** The lane of what arrives at the server. */
export const serverLane: Lane = { name: "state server", isAlive: true };

function begin({ scheduler, latency, server }: WireOptions, flight: Flight): void {
  const { exchange, lane, request, mishap, end } = flight;
  const label = `state ${exchange.number} ${exchange.method}`;
  const after = (ms: number, of: Lane, what: string, act: () => void) =>
    scheduler.after(ms, of, `${what} ${label}`, act);
  const callOff = after(headersTimeout, lane, "timeout", () => end(lost("Headers Timeout Error")));
  const bring = (ms: number, what: string, result: HttpResponse | TransportError): void => {
    after(ms, lane, what, () => {
      callOff();
      end(result);
    });
  };
  const arrive = (): void => {
    if (flight.isLost) return;
    const { status, loses, delay = 0 } = mishap ?? {};
    const isDone = status === undefined || loses === "answer";
    const answer = isDone ? server.answer(request, exchange.run) : undefined;
    if (answer !== undefined) exchange.done = answer.status;
    const back = latency() + delay;
    if (status !== undefined) bring(back, "answered", { status, headers: {}, body: "" });
    else if (answer === undefined || loses === "answer") bring(back, "lost", lost("other side closed"));
    else bring(back, "answered", answer);
  };
  if (flight.isLost) bring(latency(), "lost", lost("read ECONNRESET"));
  else after(latency(), serverLane, "arrive", arrive);
}

function exchangeOf(
  { method, url }: HttpRequest,
  run: number,
  number: number,
  sentAt: number,
): StateExchange {
  const { pathname, search } = new URL(url);
  return { number, run, method, path: pathname + search, sentAt };
}

function lost(message: string): TransportError {
  return new TransportError("lost", message);
}

/** Milliseconds from a moment to the end of a run in which it waited for the state server, or to ask it once more. */
export function timeOfState(exchanges: readonly StateExchange[], from: number, until: number): number {
  return exchanges.reduce((sum, { sentAt, endedAt = until, end }) => {
    const pause = end === 200 ? 0 : pauseBeforeAgain;
    return endedAt < from ? sum : sum + endedAt - Math.max(sentAt, from) + pause;
  }, 0);
}

/** Milliseconds before a state server that failed is asked again. */
const pauseBeforeAgain = 1000;

/** One request, one line. */
export function renderStateExchange(exchange: StateExchange, start: number): string {
  const { number, run, method, path, sentAt, endedAt, fault, done, end } = exchange;
  const at = (time: number | undefined) => (time === undefined ? "-" : ((time - start) / 1000).toFixed(3));
  const why = fault === undefined ? "" : ` [${fault}]`;
  const did = done === undefined ? "not done" : `done ${done}`;
  return `state #${number} run ${run} ${at(sentAt)} > ${at(endedAt)} ${method} ${path}${why}: ${did}, ${end ?? "on its way"}`;
}
