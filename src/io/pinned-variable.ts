import type { Io } from "./io.ts";

/**
 * The value that the process pins, such as an address, and the variable that pins it: that of the environment goes first.
 * Empty when none does.
 */
export function pinOf(
  { env }: Pick<Io, "env">,
  variable: string,
  environment: string | undefined,
): { readonly name: string; readonly pinned: string } {
  const own = ownVariable(variable, environment);
  const name = own !== undefined && (env[own] ?? "") !== "" ? own : variable;
  return { name, pinned: env[name] ?? "" };
}

/** The variable of an environment: `DOCFORM_BASE_URL_EU_LIVE` for `eu-live`. */
export function ownVariable(variable: string, environment: string | undefined): string | undefined {
  return environment && `${variable}_${environment.toUpperCase().replaceAll("-", "_")}`;
}
