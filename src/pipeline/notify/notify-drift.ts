import { isLoopback } from "../../client/url.ts";
import { commitOf, type Io, pipelineOf, timeOf } from "../../io/io.ts";
import { openTransport } from "../../io/open-transport.ts";
import { shown } from "../../io/shown.ts";
import { version } from "../../io/version.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { DriftDocument } from "../../model/documents/drift-document.ts";
import { exitCode } from "../../model/stop.ts";
import type { ConnectionOptions } from "../../project/options.ts";
import { warn } from "../../project/output.ts";
import { driftCode, type FoundDrift } from "../../runs/drift-project.ts";
import { createRedactor, isTelling } from "../../text/redaction.ts";
import { type DriftFacts, messageForms } from "./drift-message.ts";
import { longestRequest, sendMessage } from "./send-message.ts";

/** The variables that say where a message goes, and in which form. */
const variables = { address: "DOCFORM_NOTIFY_URL", form: "DOCFORM_NOTIFY_FORMAT" } as const;
const forms = Object.keys(messageForms);
const defaultForm: keyof typeof messageForms = "cloudevents";

/** Sends a message about drift, unless a run is underway. When it cannot be sent, that is a warning. */
export async function notify(io: Io, options: ConnectionOptions, found: FoundDrift): Promise<void> {
  if (driftCode(found) === exitCode.done || found.isUnderway) return;
  const { drift, platform, organizations } = found;
  const facts = { platform, organizations, environment: options.env };
  warn(io, options, await notifyOfDrift(io, drift, facts));
}

/**
 * Tells the address of the environment about drift, in one message. Never throws: returns a warning when nobody was
 * told. The address is a secret, as it may hold a token: no output has it.
 */
export async function notifyOfDrift(
  io: Io,
  document: DriftDocument,
  facts: Pick<DriftFacts, "platform" | "organizations" | "environment">,
): Promise<readonly Diagnostic[]> {
  const form = io.env[variables.form] || defaultForm;
  if (!Object.hasOwn(messageForms, form))
    return untold(`${variables.form} has to be ${forms.join(" or ")}`, {
      hint: `Set ${variables.form} to ${forms.join(" or ")}. Without it, docform sends ${defaultForm}.`,
    });
  const read = addressIn(io);
  if ("problem" in read) return untold(`${variables.address} ${read.problem}`);
  const message = messageForms[form as keyof typeof messageForms](document, {
    ...facts,
    id: Buffer.from(io.randomBytes(16)).toString("hex"),
    time: timeOf(io),
    commit: commitOf(io)?.slice(0, 7),
    pipeline: webAddress(pipelineOf(io)),
  });
  const transport = openTransport(io, {
    connections: 1,
    maxAnswer: 64 * 1024,
    total: longestRequest,
  });
  const { now, sleep, random } = io;
  // A receiver may quote a part of its address, which may be a token.
  const { redact } = createRedactor(partsOf(new URL(read.url)));
  const mask = (text: string): string => redact(shown(io, text));
  const sending = { transport, agent: `docform/${version}`, now, sleep, random, mask };
  const body = shown(io, message.body);
  const untaken = await sendMessage(read.url, { ...message, body }, sending).finally(() => transport.close());
  if (untaken === undefined) return [];
  const { problem, hint } = untaken;
  return untold(`the address in ${variables.address} took no message: ${mask(problem)}`, { hint });
}

/** The parts of an address that may be a token. */
function partsOf({ pathname, searchParams }: URL): readonly string[] {
  return [...pathname.split("/"), ...searchParams.values()].filter(isTelling);
}

function untold(why: string, advice: Pick<Diagnostic, "hint"> = {}): readonly Diagnostic[] {
  const message = `nobody was told about the drift: ${why}`;
  return [{ code: "DF5063", severity: "warning", message, ...advice }];
}

/** The address, or why nothing may be sent to it. */
function addressIn(io: Io): { readonly url: string } | { readonly problem: string } {
  const text = (io.env[variables.address] ?? "").trim();
  if (text === "") return { problem: "is not set" };
  if (!URL.canParse(text)) return { problem: "is not a web address" };
  const url = new URL(text);
  const path = url.pathname + url.search;
  io.hide?.([text, url.href, path, url.pathname, url.password], "everywhere");
  if (url.username !== "" || url.password !== "") return { problem: "holds a user name or password" };
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  return isSafe
    ? { url: url.href }
    : { problem: "is not https: others on the way could read the token in it" };
}

/** An address for people to open; undefined for anything else. */
function webAddress(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\//.test(text) && URL.canParse(text)
    ? new URL(text).href
    : undefined;
}
