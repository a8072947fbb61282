import { backoff, retryAfter } from "../../client/retry.ts";
import { type HttpResponse, type Transport, TransportError } from "../../client/transport.ts";
import { terminalText } from "../../render/safe-text.ts";
import { shorten } from "../../render/value.ts";
import type { Message } from "./drift-message.ts";

/** The means of sending. */
export interface Sending {
  readonly transport: Transport;
  readonly agent: string;
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly random: () => number;
  /** Masks secrets in what the receiver says. */
  readonly mask: (text: string) => string;
}

const mostAttempts = 4;
/** Longest time for a request, in milliseconds. */
export const longestRequest = 10_000;
/** Longest pause that a receiver may ask for, in milliseconds: a pipeline costs money while it waits. */
const longestPause = 60_000;

/** Why a message was not taken, and what to do about it. */
export interface Untaken {
  readonly problem: string;
  readonly hint: string;
}

/** How an attempt ended: nothing when the message was taken. */
interface Failure extends Untaken {
  /** Milliseconds that the receiver asks to wait; undefined when it does not say. */
  readonly wait?: number | undefined;
  readonly isFinal: boolean;
}

const hints = {
  refused: "Look at the receiver: the webhook may be gone, or take another form than DOCFORM_NOTIFY_FORMAT.",
  failed: "Look at the receiver: it fails. The next run sends a message again.",
  late: "Look at the receiver: it is slow. It may have the message, so docform did not send it again.",
  unreachable: "Check the address in DOCFORM_NOTIFY_URL, and whether this machine may reach it.",
  certificate:
    "Node does not accept the certificate of the receiver. For an authority of your own, name its file in NODE_EXTRA_CA_CERTS.",
} as const;

/**
 * Sends a message until it is taken, in four attempts. Returns what went wrong in the last one; undefined when
 * nothing did. A receiver whose answer was lost may get the message again: its id is the same. A slow one gets it once:
 * it may have it, and the next attempt would be as slow.
 */
export async function sendMessage(
  url: string,
  message: Message,
  sending: Sending,
): Promise<Untaken | undefined> {
  for (let attempt = 1; ; attempt++) {
    const failure = await attemptOnce(url, message, sending);
    if (failure === undefined) return undefined;
    const { problem, hint, wait, isFinal } = failure;
    if (isFinal) return { problem, hint };
    if (attempt === mostAttempts) return { problem: `${problem} (${mostAttempts} attempts)`, hint };
    await sending.sleep(wait ?? backoff(attempt, sending.random));
  }
}

async function attemptOnce(
  url: string,
  { contentType, body }: Message,
  { transport, agent, now, mask }: Sending,
): Promise<Failure | undefined> {
  try {
    const headers = { "content-type": contentType, "user-agent": agent, accept: "*/*" };
    return failureIn(await transport({ method: "POST", url, headers, body }), now(), mask);
  } catch (problem) {
    if (!(problem instanceof TransportError)) throw problem;
    return withoutAnswer(problem);
  }
}

function withoutAnswer({ message, failure, timedOut, cause }: TransportError): Failure {
  const { code = "" }: Partial<NodeJS.ErrnoException> = Object(cause);
  if (timedOut)
    return {
      problem: `it did not answer within ${longestRequest / 1000} s`,
      hint: hints.late,
      isFinal: true,
    };
  const problem = terminalText(message);
  if (failure === "too-large") return { problem, hint: hints.refused, isFinal: true };
  if (certificateCodes.test(code)) return { problem, hint: hints.certificate, isFinal: true };
  return { problem, hint: hints.unreachable, isFinal: false };
}

/** The error codes of Node for a certificate that it does not accept (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const certificateCodes = /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_)|_SELF_SIGNED_CERT|^SELF_SIGNED_CERT/;

function failureIn(
  { status, headers, body }: HttpResponse,
  now: number,
  mask: Sending["mask"],
): Failure | undefined {
  if (status >= 200 && status < 300) return undefined;
  const said = shorten(terminalText(mask(body).trim().split("\n", 1).join("")), 100);
  const problem = `it answered ${status}${said === "" || said.startsWith("<") ? "" : `: ${said}`}`;
  if (status !== 429 && status < 500) return { problem, hint: hints.refused, isFinal: true };
  const wait = retryAfter(headers, now);
  if (wait === undefined || wait <= longestPause)
    return { problem, hint: hints.failed, wait, isFinal: false };
  const asks = `${problem}, and asks to wait ${Math.ceil(wait / 1000)} s`;
  return { problem: asks, hint: hints.failed, isFinal: true };
}
