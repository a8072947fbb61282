import {
  type KindIndex,
  type MetaField,
  metaDefault,
  metaSchemas,
  type Slot,
  withTakes,
} from "../manifest/schema/kind-slots.ts";
import { jsonSchemaOf } from "../manifest/schema/manifest-schema.ts";
import {
  type Form,
  type Listed,
  meaningOfField,
  meaningOfListed,
} from "../manifest/schema/omitted-empty-null.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { type DiagnosticCode, diagnosticCodes } from "../model/diagnostic-codes.ts";
import { type ExplainedAs, explainFormatVersion } from "../model/documents/explain-document.ts";
import type { Kind } from "../model/kind.ts";
import { Stop } from "../model/stop.ts";
import type { Json } from "../text/json.ts";
import { nearMatch } from "../text/near-match.ts";
import { exampleManifest, exampleValue } from "./example-manifest.ts";
import {
  fieldNotes,
  later,
  meaningWords,
  schemaWords,
  valueWords,
  whenNew,
  whyFixed,
} from "./field-words.ts";
import { kindFacts, kindsIn, nameOf, plainMarkup } from "./kind-facts.ts";

/** What somebody wants to have explained. */
export type Subject =
  | { readonly type: "code"; readonly code: DiagnosticCode }
  | { readonly type: "kind"; readonly kind: Kind }
  | { readonly type: "field"; readonly kind: Kind; readonly name: string }
  /** A resource, whose address may leave out its organization. */
  | { readonly type: "address"; readonly written: string };

/** Reads what `docform explain` is asked for: a code, a kind, a field of one, or an address. Throws `Stop` for anything else. */
export function subjectOf(index: KindIndex, written: string): Subject {
  const code = written.toUpperCase();
  if (isCode(code)) return { type: "code", code };
  if (written.includes("/")) return { type: "address", written };
  const [head = "", name, ...inner] = written.split(".");
  const kind = kindCalled(index, head);
  if (kind === undefined) throw new Stop([unknown(index, written, head)]);
  if (name === undefined) return { type: "kind", kind };
  if (inner.length === 0 && index.slots(kind).has(name)) return { type: "field", kind, name };
  if (head === kind.plural && kind.parent === undefined) return { type: "address", written };
  throw new Stop([unknownField(index, kind, [name, ...inner].join("."))]);
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

type FieldExplained = ExplainedAs<"field">;
type Meanings = Pick<FieldExplained, Form>;
type Described = Omit<FieldExplained, "formatVersion" | "about" | "kind" | "field">;

/** What there is to say of a kind. */
export function explainKind(index: KindIndex, kind: Kind): ExplainedAs<"kind"> {
  const names = [...index.slots(kind)].filter(([, { type }]) => type !== "meta").map(([name]) => name);
  return {
    formatVersion: explainFormatVersion,
    about: "kind",
    kind: kind.name,
    doc: kind.doc,
    facts: kindFacts(index, kind, plainMarkup).map(([name, text]) => ({ name, text })),
    fields: names.map((name) => {
      const { doc, takes } = described(index, kind, name);
      return { name, doc, takes };
    }),
    example: exampleManifest(index, kind).manifest,
  };
}

/** What there is to say of something that a resource of the kind takes. */
export function explainField(index: KindIndex, kind: Kind, name: string): FieldExplained {
  const about = {
    formatVersion: explainFormatVersion,
    about: "field",
    kind: kind.name,
    field: name,
  } as const;
  return { ...about, ...described(index, kind, name) };
}

function described(index: KindIndex, kind: Kind, name: string): Described {
  const slot = index.slots(kind).get(name);
  if (slot === undefined) throw new Error(`a ${kind.name} takes no ${name}`);
  if (slot.type === "field") return describedField(index, kind, name);
  return slot.type === "meta" ? describedMeta(slot.name) : describedList(kind, name, slot);
}

function describedField(index: KindIndex, kind: Kind, name: string): Described {
  const field = kind.fields[name];
  if (field === undefined) throw new Error(`a ${kind.name} has no field ${name}`);
  const fixed = whyFixed(kind, name, plainMarkup);
  const example = kind.example[name] ?? exampleValue(field.schema);
  return {
    doc: field.doc,
    takes: valueWords(index, field, plainMarkup),
    notes: [...fieldNotes(index, field, plainMarkup)],
    whenNew: whenNew(kind, name, plainMarkup),
    later: later(kind, name),
    ...(fixed === undefined ? {} : { fixed }),
    ...meanings((form) => meaningWords(meaningOfField(kind, name, form), plainMarkup.code)),
    ...exampleOf(name, example),
  };
}

function describedMeta(name: MetaField): Described {
  const schema = metaSchemas[name];
  return {
    doc: schema.description ?? "",
    takes: schemaWords(jsonSchemaOf(schema), plainMarkup),
    notes: [],
    omitted: metaDefault(name, plainMarkup.code),
    empty: "–",
    null: "error DF1005",
    ...exampleOf(name, exampleValue(schema)),
  };
}

function describedList(owner: Kind, name: string, slot: Listed["slot"]): Described {
  const kinds = kindsIn(slot);
  const listed: Listed = { owner, name, slot };
  const exact = meaningWords(meaningOfListed(listed, "empty", true), plainMarkup.code);
  const empty = meaningWords(meaningOfListed(listed, "empty"), plainMarkup.code);
  const said = meanings((form) => meaningWords(meaningOfListed(listed, form), plainMarkup.code));
  return {
    doc: kinds.length === 1 ? (kinds[0]?.doc ?? "") : `In it, in this order: ${kinds.map(nameOf).join(", ")}`,
    takes: listWords(slot, kinds),
    notes: kinds.map(({ name: kind }) => `docform explain ${kind} says what it takes`),
    ...said,
    empty: exact === empty ? empty : `${empty}; with manage ${name}: exact, ${exact}`,
  };
}

function listWords(slot: Slot, kinds: readonly Kind[]): string {
  if (slot.type !== "children")
    return `list of ${kinds.map((kind) => `- ${kind.sequence?.itemKey ?? kind.tree?.itemKey}: KEY`).join(", ")}`;
  const [name = ""] = kinds.map(nameOf);
  return slot.kind.shape === "singleton" ? `map of the fields of its ${name}` : `map from key to ${name}`;
}

function meanings(of: (form: Form) => string): Meanings {
  return { omitted: of("omitted"), empty: of("empty"), null: of("null") };
}

function exampleOf(name: string, value: Json | undefined): Pick<Described, "example"> {
  return value === undefined ? {} : { example: { [name]: value } };
}
