import type { Io } from "../io/io.ts";
import { type ExitCode, exitCode, stop } from "../model/stop.ts";
import { terminalText } from "../render/safe-text.ts";
import type { Pipeline } from "../service/pipeline.ts";
import { putComment } from "../service/sticky.ts";
import { type MarkOptions, markedText, withService } from "./given-text.ts";

/** Options of `docform comment`. */
export type CommentOptions = MarkOptions;

/** `docform comment FILE`: puts the text as the comment of the pull request, and prints where it is. */
export async function commentPull(io: Io, file: string, options: CommentOptions): Promise<ExitCode> {
  const text = await markedText(io, file, options);
  const { link } = await withService(
    io,
    options,
    (service, pipeline) => putComment(service, pullFor(pipeline, options), text),
    (pipeline) => pullFor(pipeline, options),
  );
  io.stdout.write(`${terminalText(link)}\n`);
  return exitCode.done;
}

function pullFor({ pull }: Pipeline, options: CommentOptions): number {
  const number = options.pull ?? pull?.number;
  if (number === undefined)
    throw stop("DF5061", "this pipeline is about no pull request", { hint: "name one with --pull N" });
  if (pull?.isFork !== true) return number;
  const message = `pull request ${number} comes from a fork, so its pipeline has no token that may write comments`;
  throw stop("DF5061", message, { hint: "show the text in the log or the summary of the job instead" });
}
