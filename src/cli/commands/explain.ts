import { explainField, explainKind, subjectOf } from "../../explain/explain-kind.ts";
import type { Io } from "../../io/io.ts";
import { editionIndex } from "../../manifest/schema/edition-index.ts";
import { toYaml } from "../../manifest/write/to-yaml.ts";
import type { DiagnosticInfo } from "../../model/codes/diagnostic-info.ts";
import { type DiagnosticCode, diagnosticCodes } from "../../model/diagnostic-codes.ts";
import {
  type ExplainDocument,
  type ExplainedAs,
  explainFormatVersion,
} from "../../model/documents/explain-document.ts";
import { type ExitCode, exitCode } from "../../model/stop.ts";
import { type EditionOptions, editionHere } from "../../project/edition.ts";
import type { ConnectionOptions } from "../../project/options.ts";
import { printResult } from "../../project/output.ts";
import type { ResultForm } from "../../project/result-forms.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { renderExplainText } from "../../render/text/explain-text.ts";
import type { Json } from "../../text/json.ts";

/** Options of `docform explain`; the edition is about kinds and fields. */
export type ExplainOptions = ConnectionOptions<ResultForm> & EditionOptions;

/** `docform explain`: a diagnostic code, a kind, a field, or why a resource is, or is not, in the plan. */
export async function explain(io: Io, written: string, options: ExplainOptions): Promise<ExitCode> {
  const document = await explained(io, written, options);
  const yaml = (value: unknown): string => toYaml(value as Json);
  const command = commandsLike(options);
  printResult(io, options, document, (_, style) => renderExplainText(document, { style, yaml, command }));
  return exitCode.done;
}

async function explained(io: Io, written: string, options: ExplainOptions): Promise<ExplainDocument> {
  const edition = await editionHere(io, options);
  const subject = subjectOf(editionIndex(edition), written);
  switch (subject.type) {
    case "code":
      return explainCode(subject.code, diagnosticCodes[subject.code]);
    case "kind":
      return explainKind(edition, subject.kind);
    case "field":
      return explainField(edition, subject.kind, subject.name);
    case "address":
      return (await import("../../explain/explain-resource.ts")).explainResource(
        io,
        subject.written,
        options,
      );
  }
}

function explainCode(code: DiagnosticCode, info: DiagnosticInfo): ExplainedAs<"diagnostic"> {
  const { title, meaning, next, example } = info;
  const about = {
    formatVersion: explainFormatVersion,
    about: "diagnostic",
    code,
    title,
    meaning,
    next,
  } as const;
  if ("notShown" in example) return about;
  const { files = {}, seed, faults, env, before, line = "validate" } = example;
  return {
    ...about,
    example: {
      files: { ...files },
      ...(seed === undefined ? {} : { seed }),
      ...(faults === undefined ? {} : { faults: [...faults] }),
      ...(env === undefined ? {} : { env: { ...env } }),
      ...(before === undefined
        ? {}
        : { before: before.map((step) => (typeof step === "string" ? step : { ...step })) }),
      line,
    },
  };
}
