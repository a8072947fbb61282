import { posix } from "node:path";

/** The files that docform has a JSON Schema for. */
export const schemaNames = ["manifest", "overlay", "project"] as const;

/** One of them. */
export type SchemaName = (typeof schemaNames)[number];

/**
 * Where a project keeps the schemas, relative to its folder. They are in Git, so that an editor finds them in a fresh
 * clone, offline, however docform is installed; `docform schema --write` writes them.
 */
export function schemaFile(name: SchemaName): string {
  return `.docform/schema/${name}.schema.json`;
}

/**
 * The first line of a file of the project, which tells editors what schema it follows. `file` is relative to the
 * project folder: the language server reads the path from the folder of the file.
 */
export function modeline(name: SchemaName, file: string): string {
  return `# yaml-language-server: $schema=${posix.relative(posix.dirname(file), schemaFile(name))}`;
}

/** Is the comment such a line? It stays at the top of its file. */
export function isModeline(comment: string): boolean {
  return /^#\s*yaml-language-server\s*:/.test(comment);
}
