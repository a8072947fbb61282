import { type KindIndex, withTakes } from "../manifest/load/kind-slots.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { type DiagnosticCode, diagnosticCodes } from "../model/diagnostic-codes.ts";
import type { Kind } from "../model/kind.ts";
import { nearMatch } from "../text/near-match.ts";

/** What somebody wants to have explained. */
export type Subject =
  | { readonly type: "code"; readonly code: DiagnosticCode }
  | { readonly type: "kind"; readonly kind: Kind }
  | { readonly type: "field"; readonly kind: Kind; readonly name: string }
  /** A resource, whose address may leave out its organization. */
  | { readonly type: "address"; readonly written: string }
  | { readonly type: "unknown"; readonly diagnostic: Diagnostic };

/** Reads what `docform explain` is asked for: a code, a kind, a field of one, or an address. */
export function subjectOf(index: KindIndex, written: string): Subject {
  const code = written.toUpperCase();
  if (isCode(code)) return { type: "code", code };
  if (written.includes("/")) return { type: "address", written };
  const [head = "", name, ...inner] = written.split(".");
  const kind = kindCalled(index, head);
  if (kind === undefined) return { type: "unknown", diagnostic: unknown(index, written, head) };
  if (name === undefined) return { type: "kind", kind };
  if (inner.length === 0 && index.slots(kind).has(name)) return { type: "field", kind, name };
  if (head === kind.plural && kind.parent === undefined) return { type: "address", written };
  return { type: "unknown", diagnostic: unknownField(index, kind, [name, ...inner].join(".")) };
}

function unknownField(index: KindIndex, kind: Kind, name: string): Diagnostic {
  const names = [...index.slots(kind).keys()];
  const near = nearMatch(name, names);
  const hint = near === undefined ? `it takes ${names.join(", ")}` : `did you mean ${kind.name}.${near}?`;
  return error("DF5050", `${withTakes(kind)} no "${name}"`, { hint });
}

/** A kind by its name, or by what its collection or its items are called in manifests. */
function kindCalled(index: KindIndex, text: string): Kind | undefined {
  const name = text.toLowerCase().replaceAll(" ", "-");
  const kinds = [...index.byName.values()];
  return index.byName.get(name) ?? kinds.find(({ plural }) => plural.toLowerCase() === name);
}

function unknown(index: KindIndex, written: string, head: string): Diagnostic {
  const kinds = [...index.byName.values()].flatMap(({ name, plural }) => [name, plural]);
  const near = nearMatch(head, [...Object.keys(diagnosticCodes), ...kinds]);
  const hint = near === undefined ? forms : `did you mean ${near}${written.slice(head.length)}?`;
  return error("DF5050", `there is nothing called "${written}"`, { hint });
}

const forms =
  "explain takes a code (DF2001), a kind (site), a field (site.visibility), or an address (acme/sites.developer-hub)";

function isCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(diagnosticCodes, text);
}
