import type { Io } from "./io.ts";
import { ownVariable } from "./pinned-variable.ts";

/**
 * The variable that names the program that prints a token. There is no such setting in docform.yaml: a pull request can
 * change that file.
 */
export const tokenCommandVariable = "DOCFORM_TOKEN_COMMAND";

/** The variable that holds the token of an alias: `DOCFORM_TOKEN_EU_DOCS` for `eu-docs`. */
export function tokenVariable(alias: string): string {
  return ownVariable("DOCFORM_TOKEN", alias) ?? "DOCFORM_TOKEN";
}

/** The values of all variables that hold a token of the platform, to mask them from the start. */
export function tokensIn(env: Io["env"]): readonly string[] {
  return Object.keys(env)
    .filter((name) => /^DOCFORM_(?:READ_)?TOKEN(?:_|$)/i.test(name) && name !== tokenCommandVariable)
    .map((name) => (env[name] ?? "").trim());
}

/** Can an organization have another token than the one for all? */
export function hasOwnTokens(env: Io["env"]): boolean {
  return Object.entries(env).some(
    ([name, value = ""]) => name.startsWith("DOCFORM_TOKEN_") && value.trim() !== "",
  );
}

/**
 * The environment of a command that only reads: tokens for reading take the place of those that write, each of the same
 * alias, and `DOCFORM_READ_TOKEN` of all others. `isReader`: there is one.
 */
export function readingEnvironment(env: Io["env"]): { readonly env: Io["env"]; readonly isReader: boolean } {
  const readers = Object.entries(env).flatMap(([name, value = ""]) => {
    const alias = /^DOCFORM_READ_TOKEN(_\w+)?$/.exec(name);
    return alias === null || value.trim() === "" ? [] : [[`DOCFORM_TOKEN${alias[1] ?? ""}`, value] as const];
  });
  const isForAll = readers.some(([name]) => name === "DOCFORM_TOKEN");
  const others = Object.entries(env).filter(([name]) => !(isForAll && /^DOCFORM_TOKEN(?:_|$)/.test(name)));
  return { env: Object.fromEntries([...others, ...readers]), isReader: readers.length > 0 };
}
