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
  if (kind === undefined) return unknown(index, written, head);
  if (name === undefined) return { type: "kind", kind };
  if (inner.length === 0 && index.slots(kind).has(name)) return { type: "field", kind, name };
  if (head === kind.plural && kind.parent === undefined) return { type: "address", written };
  return { type: "unknown", diagnostic: unknownField(index, kind, [name, ...inner].join(".")) };
}

/** That a kind has no such field, with the nearest. */
export function unknownField(index: KindIndex, kind: Kind, name: string): Diagnostic {
  const names = [...index.slots(kind).keys()];
  const [outer = ""] = name.split(".");
  const near = names.includes(outer) ? outer : nearMatch(outer, names);
  const hint = near === undefined ? `it takes ${names.join(", ")}` : `did you mean ${kind.name}.${near}?`;
  return error("DF5050", `${withTakes(kind)} no "${name}"`, { hint });
}

/** A kind by its name, or by what its collection or its items are called in manifests. */
function kindCalled(index: KindIndex, text: string): Kind | undefined {
  const name = text.toLowerCase().replaceAll(" ", "-");
  const kinds = [...index.byName.values()];
  return index.byName.get(name) ?? kinds.find(({ plural }) => plural.toLowerCase() === name);
}

function unknown(index: KindIndex, written: string, head: string): Subject {
  const isLikeCode = /^DF\d/i.test(written);
  const what = isLikeCode
    ? `there is no diagnostic code "${written}"`
    : `there is nothing called "${written}"`;
  const hint = codesHint(written) ?? kindHint(index, written, head) ?? forms;
  return { type: "unknown", diagnostic: error("DF5050", what, { hint }) };
}

/** Of something like a code: those that begin so, or the nearest. */
function codesHint(written: string): string | undefined {
  const codes = Object.keys(diagnosticCodes);
  const beginning = codes.filter((code) => code.startsWith(written.toUpperCase()));
  if (beginning.length > 1 && /\d$/.test(written)) return `these begin so: ${beginning.join(", ")}`;
  const near = beginning.length === 1 ? beginning[0] : nearMatch(written, codes);
  return near === undefined ? undefined : `did you mean ${near}?`;
}

function kindHint(index: KindIndex, written: string, head: string): string | undefined {
  const kinds = [...index.byName.values()];
  const names = [...kinds.map(({ name }) => name), ...kinds.map(({ plural }) => plural)];
  const near = nearMatch(head, names);
  return near === undefined ? undefined : `did you mean ${near}${written.slice(head.length)}?`;
}

const forms =
  "explain takes a code (DF2001), a kind (site), a field (site.visibility), or an address (acme/sites.developer-hub)";

function isCode(text: string): text is DiagnosticCode {
  return Object.hasOwn(diagnosticCodes, text);
}
