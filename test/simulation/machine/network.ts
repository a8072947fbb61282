import {
  type HttpRequest,
  type HttpResponse,
  type PooledTransport,
  type Transport,
  TransportError,
} from "../../../src/client/transport.ts";
import type { Edition } from "../../../src/contract/edition.ts";
import type { Operation } from "../../../src/contract/operation.ts";
import type { FaultMaker, Outcome } from "../../../src/platform/faults/faulty.ts";
import { splitUrl } from "../../../src/platform/http/raw.ts";
import type { PlatformAnswer } from "../../../src/platform/platform.ts";
import { operationAt } from "../../../src/platform/request-handler.ts";
import { limited, type RateLimit } from "../../../src/platform/server/respond.ts";
import type { SimulatedFault } from "../draw-fault.ts";
import { type Exchange, isMutating, type JournalMark } from "../trace.ts";
import type { Lane, Scheduler } from "./scheduler.ts";

/** The network between docform and a platform. */
export interface NetworkOptions {
  /** The edition of the API that the platform speaks. */
  readonly edition: Edition;
  readonly scheduler: Scheduler;
  readonly random: () => number;
  /** Does requests at the platform, with a fault or without. */
  readonly perform: FaultMaker;
  /** Chooses the fault of a request. */
  readonly chooseFault: (exchange: Exchange, operation: Operation | undefined) => SimulatedFault | undefined;
  /** Milliseconds of one way. */
  readonly latency: () => number;
  /** Most items a page, whatever is asked for. */
  readonly pageSize: number | undefined;
  readonly limit: RateLimit | undefined;
  /** The journal on the disk of the run under way. */
  readonly journal: () => JournalMark | undefined;
  /** Id of the lock that is held on the state server. */
  readonly lock: () => string | undefined;
  /** Every request, in the order of sending. */
  readonly trace: Exchange[];
}

/** A network in memory. */
export interface Network {
  /** The transport of one process, whose number is kept with each request. */
  readonly open: (lane: Lane, run: number) => PooledTransport;
  /** Requests that a process which has just died left on their way arrive, or do not. */
  readonly abandon: (lane: Lane) => void;
  /** The platform listens again. */
  readonly heal: () => void;
}

/** Milliseconds after which undici gives a request up that has no answer (src/client/transport.ts). */
export const headersTimeout = 60_000;

/** The end of a request for its sender: an answer, or what is thrown. */
type End = (how: NonNullable<Exchange["end"]>, result: HttpResponse | TransportError) => void;

/** A request on its way. */
interface Flight {
  readonly exchange: Exchange;
  readonly lane: Lane;
  readonly request: HttpRequest;
  readonly operation: Operation | undefined;
  readonly fault: SimulatedFault | undefined;
  readonly end: End;
  /** Will it reach the platform? */
  isLost: boolean;
}

/** Makes a network in front of a platform. */
export function createNetwork(options: NetworkOptions): Network {
  const { scheduler, random, trace, latency } = options;
  const platform: Lane = { name: "platform", isAlive: true };
  const flights = new Set<Flight>();
  const inFlight = new Map<Lane, number>();
  const sent = { reads: 0, changes: 0 };
  let downUntil = 0;

  /** The fate of an answer on the way back to its sender. */
  const bring = (flight: Flight, outcome: Outcome): void => {
    const answer = (ms: number, how: "answered" | "lost", result: HttpResponse | TransportError): void => {
      scheduler.after(ms, flight.lane, `${how} ${labelOf(flight.exchange)}`, () => flight.end(how, result));
    };
    switch (outcome.type) {
      case "reset":
        answer(latency(), "lost", lost("read ECONNRESET"));
        return;
      case "refuse":
        downUntil = scheduler.now() + outcome.milliseconds;
        for (const each of flights) {
          if (each.exchange.arrivedAt === undefined) each.isLost = true;
          scheduler.after(latency(), each.lane, `lost ${labelOf(each.exchange)}`, () =>
            each.end("lost", lost("read ECONNRESET")),
          );
        }
        return;
      case "answer": {
        const held = latency() + (outcome.delay ?? 0);
        if (isCut(outcome)) answer(held, "lost", lost("other side closed"));
        else answer(held, "answered", responseOf(outcome.answer));
      }
    }
  };
  const arrive = (flight: Flight): void => {
    if (flight.isLost) return;
    const { exchange, request, operation, fault } = flight;
    exchange.arrivedAt = scheduler.now();
    const { method, headers, body } = request;
    const url = exchange.path + exchange.search;
    const { outcome, hasChanged, done } = limited(options.limit, scheduler.now(), () =>
      options.perform({ method, url, headers, bodyText: body }, operation, fault?.rule),
    );
    exchange.hasChanged = hasChanged;
    if (done !== undefined) exchange.done = done;
    if (outcome.type === "answer")
      exchange.answered = { status: outcome.answer.status, headers: outcome.answer.headers };
    bring(flight, outcome);
  };

  const send = (lane: Lane, run: number, request: HttpRequest): Promise<HttpResponse> =>
    new Promise((resolve, reject) => {
      const { path, search } = addressOf(request.url, options.pageSize);
      const operation = operationAt(request.method, path.replace(/^\/v1/, ""), options.edition);
      const exchange: Exchange = {
        number: trace.length + 1,
        ordinal: request.method === "GET" ? ++sent.reads : ++sent.changes,
        run,
        method: request.method,
        path,
        search,
        body: request.body,
        operation,
        sentAt: scheduler.now(),
        inFlight: (inFlight.get(lane) ?? 0) + 1,
        journal: options.journal(),
        lock: options.lock(),
        hasChanged: false,
      };
      trace.push(exchange);
      inFlight.set(lane, exchange.inFlight);
      const fault = options.chooseFault(exchange, operation);
      if (fault !== undefined) exchange.fault = fault.name;
      const end: End = (how, result) => {
        if (exchange.end !== undefined) return;
        flights.delete(flight);
        inFlight.set(lane, (inFlight.get(lane) ?? 1) - 1);
        callOff?.();
        exchange.end = how;
        exchange.endedAt = scheduler.now();
        if (result instanceof TransportError) reject(result);
        else resolve(result);
      };
      const flight: Flight = { exchange, lane, request, operation, fault, end, isLost: false };
      const callOff = begin(flight);
    });

  /** Puts a request on its way; returns how to call off that its sender gives up. */
  const begin = (flight: Flight): (() => void) | undefined => {
    const { exchange, lane, fault, request, end } = flight;
    const label = labelOf(exchange);
    if (scheduler.now() < downUntil) {
      scheduler.after(latency(), lane, `refused ${label}`, () =>
        end("not sent", new TransportError("not-sent", "connect ECONNREFUSED")),
      );
      return undefined;
    }
    flights.add(flight);
    request.signal?.addEventListener("abort", () => end("lost", lost("This operation was aborted")));
    const callOff = scheduler.after(headersTimeout, lane, `timeout ${label}`, () =>
      end("lost", lost("Headers Timeout Error")),
    );
    if (fault?.late === undefined) {
      scheduler.after(latency(), platform, `arrive ${label}`, () => arrive(flight));
      return callOff;
    }
    // It is held up on its way, and carried out when its sender no longer waits for it.
    const givenUp = fault.late.isReset ? latency() : headersTimeout;
    scheduler.after(givenUp, lane, `lost ${label}`, () => end("lost", lost("read ECONNRESET")));
    scheduler.after(givenUp + fault.late.milliseconds, platform, `arrive ${label}`, () => arrive(flight));
    return callOff;
  };

  return {
    heal: () => {
      downUntil = 0;
    },
    open: (lane, run) => {
      const transport: Transport = (request) => send(lane, run, request);
      return Object.assign(transport, { close: async () => {} });
    },
    abandon: (lane) => {
      for (const flight of flights) {
        if (flight.lane !== lane) continue;
        flights.delete(flight);
        flight.exchange.end = "abandoned";
        flight.isLost = flight.exchange.arrivedAt === undefined && random() < 0.5;
      }
    },
  };
}

/** For crashes and interrupts that are meant for calls that change something. */
function labelOf(exchange: Exchange): string {
  return `${isMutating(exchange) ? "change" : "read"} ${exchange.ordinal} ${exchange.operation?.name}`;
}

function lost(message: string): TransportError {
  return new TransportError("lost", message);
}

function isCut({ answer, keep }: Extract<Outcome, { type: "answer" }>): boolean {
  return keep !== undefined && keep < new TextEncoder().encode(answer.bodyText).length;
}

function responseOf({ status, headers, bodyText }: PlatformAnswer): HttpResponse {
  return { status, headers, body: bodyText };
}

/** The address below the host, with smaller pages where the platform has them. */
function addressOf(url: string, pageSize: number | undefined) {
  const { pathname, search } = new URL(url);
  const small = pageSize === undefined ? search : search.replace(/\blimit=\d+/, `limit=${pageSize}`);
  return { path: splitUrl(pathname).path, search: small };
}
