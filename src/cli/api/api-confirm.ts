import { fillPath, queryText } from "../../client/url.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Io } from "../../io/io.ts";
import { error } from "../../model/diagnostic.ts";
import { renderJson } from "../../render/json/json-text.ts";
import { terminalText } from "../../render/safe-text.ts";
import type { Answer } from "../../terminal/confirm.ts";
import { canAsk } from "../project/output.ts";
import { Stop } from "../project/stop.ts";
import type { CallInput } from "./api-input.ts";

/** Shows the call and asks, unless `--yes`; an interrupt ends the question. Throws `Stop` when there is nobody to ask. */
export async function confirmCall(
  io: Io,
  operation: Operation,
  input: CallInput,
  options: { readonly yes?: boolean; readonly input: boolean },
  { baseUrl, interrupt }: { readonly baseUrl: string; readonly interrupt: AbortSignal },
): Promise<Answer> {
  if (options.yes === true) return "yes";
  if (!canAsk(io, options.input)) {
    const message = `${operation.name} changes the platform, and there is nobody to ask`;
    throw new Stop([error("DF5002", message, { hint: "run it again with --yes" })]);
  }
  const { confirm } = await import("../../terminal/confirm.ts");
  io.stderr.write(requestText(operation, input, baseUrl));
  const interrupted = new Promise<Answer>((resolve) => {
    const end = (): void => resolve("interrupted");
    if (interrupt.aborted) end();
    else interrupt.addEventListener("abort", end, { once: true });
  });
  const answer = await Promise.race([
    confirm("Send it?", { input: io.stdin(), output: io.stderr }),
    interrupted,
  ]);
  if (answer !== "yes") io.stderr.write("Nothing was sent.\n");
  return answer;
}

function requestText(operation: Operation, { params, query, body }: CallInput, baseUrl: string): string {
  const filled = fillPath(operation, params);
  const path = "path" in filled ? filled.path : operation.path;
  const line = `${operation.method} ${baseUrl}/v1${path}${queryText(query)}`;
  const content = body === undefined ? "" : renderJson(body);
  return `${operation.name}: ${operation.summary}\n${terminalText(line)}\n${content}`;
}
