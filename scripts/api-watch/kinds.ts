import { kindsOf } from "../../src/kinds/kinds-of.ts";
import { keyOf, type Ours } from "./compare.ts";

/** The operations of the edition gitbook that kinds name, by `keyOf`: their own ones with the kind, those in other traits without. */
export function kindsByOperation(): Ours["kinds"] {
  const found = new Map<string, string>();
  const visit = (value: unknown, kind: string): void => {
    if (typeof value !== "object" || value === null || "_zod" in value) return;
    const { method, path } = value as Readonly<Record<string, unknown>>;
    if (typeof method !== "string" || typeof path !== "string")
      for (const one of Object.values(value)) visit(one, kind);
    else if (!found.has(keyOf({ method, path }))) found.set(keyOf({ method, path }), kind);
  };
  const { all } = kindsOf("gitbook");
  for (const kind of all) visit(kind.operations, kind.name);
  for (const kind of all) visit(kind, "");
  return found;
}
