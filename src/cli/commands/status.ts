import { dirname, resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { shown } from "../../io/shown.ts";
import { writeOutput } from "../../io/write-whole.ts";
import type { StatusDocument } from "../../model/documents/status-document.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { printResult } from "../../project/output.ts";
import type { ResultForm } from "../../project/result-forms.ts";
import { renderStatusText } from "../../render/units/status-text.ts";
import { type StatusOptions as ReadOptions, readStatus } from "../../runs/units/read-status.ts";

/** Options of `docform status`. */
export interface StatusOptions extends ReadOptions<ResultForm> {
  /** Also the organizations that a text leaves out. */
  readonly all?: boolean;
  /** A file that gets a page of it. */
  readonly html?: string;
  /** Milliseconds after which it is shown again. */
  readonly watch?: number;
}

/** `docform status`: what the state says of each organization. Asks no platform, and needs no token. */
export async function showStatus(io: Io, options: StatusOptions): Promise<ExitCode> {
  if (options.watch === undefined) return showOnce(io, options);
  const abort = new AbortController();
  const stop = (): void => abort.abort();
  const end = io.onInterrupt(stop);
  // Nobody reads on: `docform status --watch 30s | head`.
  io.stdout.once("error", stop);
  const interrupted = new Promise<undefined>((resolve) =>
    abort.signal.addEventListener("abort", () => resolve(undefined)),
  );
  try {
    for (let code: ExitCode = exitCode.done; ; ) {
      code = (await Promise.race([showOnce(io, options), interrupted])) ?? code;
      await Promise.race([io.sleep(options.watch, abort.signal).catch(() => {}), interrupted]);
      if (abort.signal.aborted) return code;
    }
  } finally {
    end();
  }
}

/** Moves to the beginning of an empty terminal. */
const cleared = "\u001b[2J\u001b[H";

async function showOnce(io: Io, options: StatusOptions): Promise<ExitCode> {
  const document = await readStatus(io, options);
  const { watch, format, html, all: isAll = false } = options;
  if (html !== undefined) await writePage(io, html, document);
  if (watch !== undefined && format === "text" && io.stdout.isTTY === true) io.stdout.write(cleared);
  printResult(io, options, document, (told, style) => renderStatusText(told, { style, isAll }));
  return document.counts["not read"] === undefined ? exitCode.done : exitCode.error;
}

/** Writes the page. It links to the pages of plans and drift that lie beside it. */
async function writePage(io: Io, file: string, document: StatusDocument): Promise<void> {
  const folder = dirname(resolve(io.cwd, file));
  const { renderStatusHtml } = await import("../../render/html/status-html.ts");
  const text = renderStatusHtml(shown(io, document), await io.disk.names(folder).catch(() => []));
  await writeOutput(io, file, text, "ordinary");
}
