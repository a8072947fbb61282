import { resolve } from "node:path";
import { editions } from "../contract/edition.ts";
import type { Io } from "../io/io.ts";
import { kindsOf } from "../kinds/kinds-of.ts";
import { type ResourceDraft, writtenIn } from "../manifest/check/resource-draft.ts";
import { loadProject, type Project } from "../manifest/load/load-project.ts";
import { diskFiles } from "../manifest/read/project-files.ts";
import { scalarsOf, type Tree, toJson } from "../manifest/read/tree.ts";
import type { Desired } from "../model/desired.ts";
import { hasErrors } from "../model/diagnostic.ts";
import { Stop } from "../model/stop.ts";
import { hiddenTexts, textsIn } from "../text/redaction.ts";
import type { CommonOptions } from "./options.ts";
import { warn } from "./output.ts";

/** Loads the project of a command, with everything that is wrong in it. */
export async function readProject(
  io: Io,
  options: Pick<CommonOptions, "directory" | "env" | "var">,
): Promise<Project> {
  const folder = resolve(io.cwd, options.directory);
  const project = await loadProject(folder, diskFiles(folder, io.disk), io, options.env, options.var);
  hideSecrets(io, project.drafts);
  return project;
}

/** Loads the project of a command that needs it whole. Throws `Stop` when there is an error in it. */
export async function openProject(io: Io, options: CommonOptions): Promise<Project> {
  const project = await readProject(io, options);
  if (hasErrors(project.diagnostics)) throw new Stop(project.diagnostics, project);
  warn(io, options, project.diagnostics, project);
  return project;
}

/** A line of a certificate or key gives it away as the whole does; a shorter one is a heading, or its end. */
const shortestLine = 24;

/** The texts of everything that manifests declare and that must not be shown. */
export function hiddenTextsOf({ resources }: Desired): readonly string[] {
  return hiddenTexts(
    resources.flatMap(({ sensitive, values }) => sensitive.map((field) => values[field] ?? "")),
  );
}

/**
 * Masks declared values that are secret by their kind, such as a certificate, wherever they came from. Interpolation
 * masks what it takes from the environment.
 */
export function hideSecrets(io: Pick<Io, "hide">, drafts: readonly ResourceDraft[]): void {
  const texts = drafts.flatMap((draft) =>
    draft.resource.sensitive
      .filter((field) => draft.kind.fields[field]?.sensitive === true)
      .flatMap((field) => tellingIn(writtenIn(draft, field))),
  );
  io.hide?.(texts, "everywhere");
}

/** Masks the secret fields in files, whether or not the files belong to a project. */
export function hideWritten(io: Pick<Io, "hide">, documents: readonly Tree[]): void {
  const texts = documents.flatMap(secretsIn).flatMap((tree) => textsIn(toJson(tree)).flatMap(withLines));
  io.hide?.(
    texts.filter((text) => !text.includes("${")),
    "shown",
  );
}

const secretFields = new Set(
  editions
    .flatMap((edition) => kindsOf(edition).all)
    .flatMap(({ fields }) => Object.keys(fields).filter((name) => fields[name]?.sensitive === true)),
);

/** The values under the name of a secret field. */
function secretsIn(tree: Tree): readonly Tree[] {
  if (tree.type === "list") return tree.items.flatMap(secretsIn);
  if (tree.type === "scalar") return [];
  return tree.entries.flatMap(({ key, value }) => (secretFields.has(key) ? [value] : secretsIn(value)));
}

/**
 * The texts of a value that must be masked. A template that could not be interpolated only names its
 * variables, so it is no secret.
 */
function tellingIn(tree: Tree | undefined): readonly string[] {
  if (tree === undefined) return [];
  return scalarsOf(tree).flatMap(({ value, origin }) => {
    const texts = typeof value === "string" ? withLines(value) : [];
    return origin === "failed" ? texts.filter((text) => !text.includes("${")) : texts;
  });
}

/** A text, and the lines that give it away: who quotes it may quote one. */
function withLines(text: string): readonly string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [text.trim(), ...lines.filter((line) => line.length >= shortestLine && !line.startsWith("-----"))];
}
