import type { Io } from "../io/io.ts";
import { type ExitCode, exitCode, stop } from "../model/stop.ts";
import { terminalText } from "../render/safe-text.ts";
import { closeIssue, putIssue } from "../service/sticky.ts";
import { type MarkOptions, markedText, withService } from "./given-text.ts";

/** Options of `docform issue`. */
export interface IssueOptions extends MarkOptions {
  readonly title?: string;
  readonly label: string;
  readonly close?: boolean;
}

/** `docform issue FILE`: opens, updates or closes the issue of the text, and prints where it is. */
export async function reportIssue(io: Io, file: string, options: IssueOptions): Promise<ExitCode> {
  const { title = "", label, close } = options;
  if (title === "" && close !== true)
    throw stop("DF5001", "an issue needs a title", { hint: "give it one with --title TITLE" });
  // GitLab takes a comma for the end of a label.
  if (label === "" || label.includes(","))
    throw stop("DF5001", "a label is one name, without a comma", { hint: "give it with --label NAME" });
  const issue = { title, text: await markedText(io, file, options), label };
  const put = await withService(io, options, (service) =>
    close === true ? closeIssue(service, issue.text) : putIssue(service, issue),
  );
  io.stdout.write(put === undefined ? "no issue is open\n" : `${terminalText(put.link)}\n`);
  return exitCode.done;
}
