import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import type { Io } from "../io/io.ts";
import { whyFileFailed } from "../model/file-problem.ts";
import { stop } from "../model/stop.ts";
import type { CommonOptions } from "../project/options.ts";
import { commentMarker, mostCommentBytes } from "../render/markdown/markdown-text.ts";
import { pipelineFor, type ServiceOptions } from "../service/given-pipeline.ts";
import { openService } from "../service/open-service.ts";
import type { Pipeline } from "../service/pipeline.ts";
import type { Service } from "../service/service.ts";
import { markOf } from "../service/sticky.ts";
import { bytesOf } from "../text/bytes.ts";

/** Options of commands that put a text on the service, and find it again by its mark. */
export interface MarkOptions extends CommonOptions, ServiceOptions {
  readonly mark?: string;
}

/** The text of a file, or of stdin (`-`), with its mark. Throws `Stop` when it cannot be put on a service. */
export async function markedText(io: Io, file: string, { mark }: MarkOptions): Promise<string> {
  const bytes = await (file === "-" ? buffer(io.stdin()) : readFile(io, file));
  const text = new TextDecoder().decode(bytes);
  if (withoutMark(text).trim() === "") {
    const hint = "write something into it; the command that makes it may have failed";
    throw stop("DF5062", `${named(file)} is empty`, { hint });
  }
  const marked =
    mark === undefined ? text : `${commentMarker("docform", [mark], undefined)}\n${withoutMark(text)}`;
  if (markOf(marked) === undefined) {
    const hint = "give it one with --mark NAME, or use what docform plan --format markdown prints";
    throw stop("DF5062", `${named(file)} has no mark in its first line, so docform could not find it again`, {
      hint,
    });
  }
  if (bytesOf(marked) <= mostCommentBytes) return marked;
  const hint = "shorten it, or link to the whole text; docform plan --format markdown shortens itself";
  throw stop("DF5062", `${named(file)} is larger than 60,000 bytes, which a comment may have`, { hint });
}

function withoutMark(text: string): string {
  return markOf(text) === undefined ? text : text.replace(/^.*\n?/, "");
}

function named(file: string): string {
  return file === "-" ? "the text on stdin" : file;
}

function readFile({ disk, cwd }: Io, file: string): Promise<Uint8Array> {
  return disk.read(resolve(cwd, file), mostCommentBytes + 1).catch((problem: unknown) => {
    const hint = "name a Markdown file, or - for stdin";
    throw stop("DF5062", `cannot read ${file}: ${whyFileFailed(problem)}`, { hint });
  });
}

/**
 * Gives an action the pipeline and its service, and closes the service. Throws `Stop` outside of a pipeline, unless the
 * options name a service.
 */
export async function withService<T>(
  io: Io,
  options: ServiceOptions,
  action: (service: Service, pipeline: Pipeline) => Promise<T>,
  check: (pipeline: Pipeline) => void = () => {},
): Promise<T> {
  const pipeline = await pipelineFor(io, options);
  if (pipeline === undefined) {
    const hint =
      "in another CI, name the service: --service github --repository OWNER/NAME, and --pull N for a comment";
    throw stop("DF5061", "docform runs in no pipeline that it knows", { hint });
  }
  check(pipeline);
  const service = await openService(io, pipeline);
  try {
    return await action(service, pipeline);
  } finally {
    await service.close();
  }
}
