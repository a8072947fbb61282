import { dirname, resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { ownFiles } from "../../io/own-files.ts";
import { writeWhole } from "../../io/write-whole.ts";
import { kindsOf } from "../../kinds/kinds-of.ts";
import { type SchemaName, schemaFile, schemaNames } from "../../manifest/schema/modeline.ts";
import { schemaText } from "../../manifest/schema/published-schemas.ts";
import { makeFolder } from "../../manifest/write/write-files.ts";
import { type Diagnostic, error } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import { type ExitCode, exitCode, Stop } from "../../model/stop.ts";
import { type EditionOptions, editionHere } from "../../project/edition.ts";
import type { CommonOptions } from "../../project/options.ts";
import { nearMatch } from "../../text/near-match.ts";

/** Options of `docform schema`. */
export interface SchemaOptions extends CommonOptions, EditionOptions {
  readonly list?: boolean;
  readonly write?: boolean;
}

const about: Readonly<Record<SchemaName, string>> = {
  manifest: "a manifest: an organization and what it holds",
  overlay: "an overlay: what is different in an environment",
  project: "docform.yaml",
};

/**
 * `docform schema [NAME]`: the JSON Schema of files of a project, for editors: of `--api`, else of
 * the edition of the project. Needs no network and no project.
 */
export async function schema(io: Io, name: string | undefined, options: SchemaOptions): Promise<ExitCode> {
  if (options.list === true) {
    for (const one of schemaNames) io.stdout.write(`${one.padEnd(10)}${about[one]}\n`);
    return exitCode.done;
  }
  const kinds = kindsOf(await editionHere(io, options)).all;
  const asked = schemaNames.filter((one) => name === undefined || one === name);
  if (asked.length === 0) throw new Stop([noSchema(name ?? "")]);
  if (options.write === true) {
    for (const one of asked) io.stdout.write(`${await writeSchema(io, options.directory, one, kinds)}\n`);
    return exitCode.done;
  }
  io.stdout.write(schemaText(asked[0] ?? "manifest", kinds));
  return exitCode.done;
}

function noSchema(name: string): Diagnostic {
  const near = nearMatch(name, schemaNames);
  const hint = near === undefined ? `there are: ${schemaNames.join(", ")}` : `did you mean ${near}?`;
  return error("DF5001", `there is no schema "${name}"`, { hint });
}

/** Writes a schema where the modelines of the project name it; answers with its path in the project. */
async function writeSchema(
  io: Io,
  directory: string,
  name: SchemaName,
  kinds: readonly Kind[],
): Promise<string> {
  const file = schemaFile(name);
  const folder = resolve(io.cwd, directory);
  const own = { ...io, disk: ownFiles(io.disk, folder) };
  const path = resolve(folder, file);
  await makeFolder(own, dirname(path));
  await writeWhole(own, path, schemaText(name, kinds), { rights: "ordinary" });
  return file;
}
