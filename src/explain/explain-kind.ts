import type { Edition } from "../contract/edition.ts";
import { hasSlot, lackWords } from "../manifest/schema/edition-index.ts";
import { type KindIndex, withTakes } from "../manifest/schema/kind-slots.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { type DiagnosticCode, diagnosticCodes } from "../model/diagnostic-codes.ts";
import { type ExplainedAs, explainFormatVersion } from "../model/documents/explain-document.ts";
import type { Kind } from "../model/kind.ts";
import { Stop } from "../model/stop.ts";
import { nearMatch } from "../text/near-match.ts";
import generated from "./kinds.json" with { type: "json" };

/** The subject of an explanation. */
export type Subject =
  | { readonly type: "code"; readonly code: DiagnosticCode }
  | { readonly type: "kind"; readonly kind: Kind }
  | { readonly type: "field"; readonly kind: Kind; readonly name: string }
  /** A resource, whose address may leave out its organization. */
  | { readonly type: "address"; readonly written: string };

/**
 * Reads what `docform explain` is asked for: a code, a kind, a field of one, or an address. Throws `Stop` for
 * anything else.
 */
export function subjectOf(index: KindIndex, written: string): Subject {
  const code = written.toUpperCase();
  if (Object.hasOwn(diagnosticCodes, code)) return { type: "code", code: code as DiagnosticCode };
  if (written.includes("/")) return { type: "address", written };
  const [head = "", name, ...inner] = written.split(".");
  const called = kindsCalled(index, head);
  const [kind] = called;
  if (kind === undefined) throw new Stop([unknown(index, written, head)]);
  if (name === undefined) return { type: "kind", kind };
  const holder = inner.length === 0 ? called.find((one) => index.slots(one).has(name)) : undefined;
  if (holder !== undefined) return { type: "field", kind: holder, name };
  if (head === kind.plural && kind.parent === undefined) return { type: "address", written };
  throw new Stop([unknownField(index, kind, [name, ...inner].join("."))]);
}

function unknownField(index: KindIndex, kind: Kind, name: string): Diagnostic {
  const lacking = lackWords(index, `"${kind.name}.${name}"`, (other) => hasSlot(other, kind, name));
  if (lacking !== undefined) return error("DF5050", lacking.message, { hint: moreIn });
  const names = [...index.slots(kind).keys()];
  const near = nearMatch(name, names);
  const hint = near === undefined ? `it takes ${names.join(", ")}` : `did you mean ${kind.name}.${near}?`;
  return error("DF5050", `${withTakes(kind)} no "${name}"`, { hint });
}

const moreIn = "--api EDITION explains what another edition has";

/** A kind by its name, or those whose items manifests call so: spaces of an organization before those of a site. */
function kindsCalled(index: KindIndex, text: string): readonly Kind[] {
  const name = text.toLowerCase().replaceAll(" ", "-");
  const kind = index.byName.get(name);
  if (kind !== undefined) return [kind];
  const all = [...index.byName.values()].filter(({ plural }) => plural.toLowerCase() === name);
  const isRoot = ({ parent }: Kind): boolean => parent === undefined;
  return [...all.filter(isRoot), ...all.filter((one) => !isRoot(one))];
}

function unknown(index: KindIndex, written: string, head: string): Diagnostic {
  const lacking = lackWords(index, `"${head}"`, (other) => kindsCalled(other, head).length > 0);
  if (lacking !== undefined) return error("DF5050", lacking.message, { hint: moreIn });
  const kinds = [...index.byName.values()].flatMap(({ name, plural }) => [name, plural]);
  const near = nearMatch(head, [...Object.keys(diagnosticCodes), ...kinds]);
  const hint = near === undefined ? forms : `did you mean ${near}${written.slice(head.length)}?`;
  return error("DF5050", `there is nothing called "${written}"`, { hint });
}

const forms =
  "explain takes a code (DF2001), a kind (site), a field (site.visibility), or an address (acme/sites.developer-hub)";

type FieldExplained = ExplainedAs<"field">;

/** The content of kinds.json, which `npm run generate` writes from the definitions of the kinds. */
export interface ExplainedKinds {
  /** The kinds of each edition; of another one than the reference, those that differ. */
  readonly kinds: Readonly<Record<Edition, Readonly<Record<string, ExplainedKind>>>>;
  /** The fields that every resource takes. */
  readonly meta: Readonly<Record<string, Described>>;
}

type Described = Omit<FieldExplained, "formatVersion" | "about" | "kind" | "field">;

interface ExplainedKind extends Pick<ExplainedAs<"kind">, "doc" | "facts" | "example"> {
  readonly fields: Readonly<Record<string, Described>>;
}

const explained = generated as unknown as ExplainedKinds;

/** The facts of a kind, its fields, and an example. */
export function explainKind(edition: Edition, { name: kind }: Kind): ExplainedAs<"kind"> {
  const { fields, ...told } = explainedKind(edition, kind);
  return {
    formatVersion: explainFormatVersion,
    about: "kind",
    kind,
    ...told,
    fields: Object.entries(fields).map(([name, { doc, takes }]) => ({ name, doc, takes })),
  };
}

/**
 * The values that a field or collection of a kind takes, and the meaning of writing nothing. Throws for a name that
 * it does not take.
 */
export function explainField(edition: Edition, { name: kind }: Kind, field: string): FieldExplained {
  const described = explainedKind(edition, kind).fields[field] ?? explained.meta[field];
  if (described === undefined) throw new Error(`kinds.json has no ${kind}.${field}`);
  return { formatVersion: explainFormatVersion, about: "field", kind, field, ...described };
}

function explainedKind(edition: Edition, name: string): ExplainedKind {
  const kind = explained.kinds[edition][name] ?? explained.kinds.reference[name];
  if (kind === undefined) throw new Error(`kinds.json has no kind ${name}`);
  return kind;
}
