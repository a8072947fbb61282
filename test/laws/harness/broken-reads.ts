import fc from "fast-check";
import { type Transport, TransportError } from "../../../src/client/transport.ts";

/** The fault of one answer. */
export const breaks = [
  "fails",
  "forbidden",
  "lost",
  "cut",
  "not JSON",
  "empty",
  "wrong shape",
  "page missing",
  "wrong count",
  "cursor loop",
  "item twice",
  "item without id",
] as const;

/** A break of the n-th read, counted around when there are fewer. */
export interface BrokenRead {
  readonly at: number;
  readonly how: (typeof breaks)[number];
}

export const brokenRead: fc.Arbitrary<BrokenRead> = fc.record({
  at: fc.nat(60),
  how: fc.constantFrom(...breaks),
});

type Answer = Awaited<ReturnType<Transport>>;

interface PageBody {
  readonly items: readonly object[];
  readonly count?: number;
  readonly next?: unknown;
}

/** Breaks every answer of one address; what is no list cannot lack a page, and is left as it is. */
export function breaking(transport: Transport, address: string, how: BrokenRead["how"]): Transport {
  return async (request) => {
    const answer = await transport(request);
    if (addressOf(request.url) !== address) return answer;
    if (how === "lost") throw new TransportError("lost", "connection reset");
    return broken(answer, how);
  };
}

/** Does an answer say less than the right one? A refusal says as much without its text (A1): its status says it. */
export function isWorse(answer: Answer, right: Answer): boolean {
  const isBare = right.status >= 400 && answer.body === "";
  return answer.status !== right.status || (answer.body !== right.body && !isBare);
}

/** Path of a read, whichever page. */
export function addressOf(url: string): string {
  return new URL(url).pathname;
}

function broken(answer: Answer, how: BrokenRead["how"]): Answer {
  switch (how) {
    case "fails":
      return refused(answer, 500);
    case "forbidden":
      return refused(answer, 403);
    case "cut":
      return { ...answer, body: answer.body.slice(0, -Math.ceil(answer.body.length / 3)) };
    case "not JSON":
      return { ...answer, body: "<html><title>Sign in</title></html>" };
    case "empty":
      return { ...answer, body: "" };
    case "wrong shape":
      return { ...answer, body: JSON.stringify({ data: [] }) };
    default:
      return brokenPage(answer, how);
  }
}

function refused(answer: Answer, status: number): Answer {
  return { ...answer, status, body: JSON.stringify({ error: { code: status, message: "no" } }) };
}

function brokenPage(answer: Answer, how: BrokenRead["how"]): Answer {
  const body = answer.status === 200 ? (JSON.parse(answer.body) as Partial<PageBody>) : {};
  if (body.items === undefined) return answer;
  const { items } = body;
  const [first] = items;
  const changed = {
    "page missing": { ...body, items: items.slice(1), count: items.length },
    "wrong count": { ...body, count: items.length + 1 },
    "cursor loop": { ...body, next: { page: "again" } },
    "item twice": { ...body, items: first === undefined ? items : [...items, first], count: items.length },
    "item without id": { ...body, items: first === undefined ? items : [{ title: "?" }, ...items.slice(1)] },
  }[how as "page missing"];
  return { ...answer, body: JSON.stringify(changed) };
}
