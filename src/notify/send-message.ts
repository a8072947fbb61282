import { backoff, retryAfter } from "../client/retry.ts";
import { type HttpResponse, type Transport, TransportError } from "../client/transport.ts";
import { terminalText } from "../render/safe-text.ts";
import { shorten } from "../render/value.ts";
import type { Message } from "./drift-message.ts";

/** What sending needs. */
export interface Sending {
  readonly transport: Transport;
  readonly agent: string;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
}

const mostAttempts = 4;
/** Longest time for a request from its start to the end of its answer, in milliseconds. */
const deadline = 10_000;

/** How an attempt ended: nothing when the message was taken. */
interface Failure {
  readonly problem: string;
  /** Milliseconds that the receiver asks to wait; undefined when it does not say. */
  readonly wait?: number | undefined;
  readonly isFinal: boolean;
}

/**
 * Sends a message until it is taken, in four attempts. Returns what went wrong in the last one; undefined when
 * nothing did. A receiver whose answer was lost may get the message again: its id is the same.
 */
export async function sendMessage(
  url: string,
  message: Message,
  sending: Sending,
): Promise<string | undefined> {
  for (let attempt = 1; ; attempt++) {
    const failure = await attemptOnce(url, message, sending);
    if (failure === undefined) return undefined;
    const { problem, wait, isFinal } = failure;
    if (isFinal) return problem;
    if (attempt === mostAttempts) return `${problem} (${mostAttempts} attempts)`;
    await sending.sleep(wait ?? backoff(attempt, sending.random));
  }
}

async function attemptOnce(
  url: string,
  { contentType, body }: Message,
  { transport, agent, now }: Sending,
): Promise<Failure | undefined> {
  try {
    const headers = { "content-type": contentType, "user-agent": agent, accept: "*/*" };
    const signal = AbortSignal.timeout(deadline);
    return failureIn(await transport({ method: "POST", url, headers, body, signal }), now());
  } catch (problem) {
    if (!(problem instanceof TransportError)) throw problem;
    const isLate = problem.timedOut || (problem.cause as Error | undefined)?.name === "TimeoutError";
    const said = isLate ? `it did not answer within ${deadline / 1000} s` : terminalText(problem.message);
    return { problem: said, isFinal: problem.failure === "too-large" };
  }
}

function failureIn({ status, headers, body }: HttpResponse, now: number): Failure | undefined {
  if (status >= 200 && status < 300) return undefined;
  const said = shorten(terminalText(body.trim().split("\n", 1).join("")), 100);
  const problem = `it answered ${status}${said === "" || said.startsWith("<") ? "" : `: ${said}`}`;
  return { problem, wait: retryAfter(headers, now), isFinal: status !== 429 && status < 500 };
}
