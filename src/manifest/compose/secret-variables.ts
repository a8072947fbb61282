import type { Draft } from "../load/context.ts";
import { type Ingredient, scalarsOf, type Tree } from "../read/tree.ts";

/** Names of the variables that manifests make a secret of, such as a certificate. */
export function secretVariables(drafts: readonly Draft[]): ReadonlySet<string> {
  const secrets = drafts.flatMap(({ kind, entries }) =>
    entries.filter(({ key }) => kind.fields[key]?.sensitive === true).map(({ value }) => value),
  );
  return new Set(secrets.flatMap(variablesIn));
}

/** Is a value made of one of these variables? */
export function isMadeOf(tree: Tree, names: ReadonlySet<string>): boolean {
  return variablesIn(tree).some((name) => names.has(name));
}

function variablesIn(tree: Tree): readonly string[] {
  const ingredients = scalarsOf(tree).flatMap(({ madeOf = [] }): readonly Ingredient[] => madeOf);
  return ingredients.flatMap((one) => (one.type === "var" ? [one.name] : []));
}
