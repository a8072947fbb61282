import { isDeepStrictEqual } from "node:util";
import type { ExplainedKinds } from "../../src/explain/explain-kind.ts";
import { editionIndex } from "../../src/manifest/schema/edition-index.ts";
import {
  type KindIndex,
  type MetaField,
  metaFieldNames,
  metaSchemas,
  type Slot,
} from "../../src/manifest/schema/kind-slots.ts";
import { jsonSchemaOf } from "../../src/manifest/schema/manifest-schema.ts";
import { type Form, meaningOfField } from "../../src/manifest/schema/omitted-empty-null.ts";
import type { ExplainedAs } from "../../src/model/documents/explain-document.ts";
import type { Kind } from "../../src/model/kind.ts";
import type { Json } from "../../src/text/json.ts";
import { exampleManifest, exampleValue } from "./example-manifest.ts";
import {
  fieldNotes,
  later,
  meaningWords,
  metaDefault,
  schemaWords,
  valueWords,
  whenNew,
  whyFixed,
} from "./field-words.ts";
import { kindFacts, kindsIn, nameOf, plainMarkup } from "./kind-facts.ts";
import { type Listed, meaningOfListed } from "./listed.ts";

type Meanings = Pick<ExplainedAs<"field">, Form>;
type Described = ExplainedKinds["meta"][string];

/** src/explain/kinds.json: the answers of `docform explain` about kinds and their fields. */
export function explainedKinds(): ExplainedKinds {
  const reference = explainedIn(editionIndex("reference"));
  const gitbook = Object.entries(explainedIn(editionIndex("gitbook")));
  const others = gitbook.filter(([name, kind]) => !isDeepStrictEqual(kind, reference[name]));
  const meta = metaFieldNames.map((name) => [name, describedMeta(name)] as const);
  return { kinds: { reference, gitbook: Object.fromEntries(others) }, meta: Object.fromEntries(meta) };
}

function explainedIn(index: KindIndex): ExplainedKinds["kinds"]["reference"] {
  const kinds = [...index.byName.values()].map((kind) => {
    const explained = {
      doc: kind.doc,
      facts: kindFacts(index, kind, plainMarkup).map(([name, text]) => ({ name, text })),
      fields: Object.fromEntries(
        [...index.slots(kind)].flatMap(([name, slot]) =>
          slot.type === "meta" ? [] : [[name, described(index, kind, name, slot)] as const],
        ),
      ),
      example: exampleManifest(index, kind).manifest,
    };
    return [kind.name, explained] as const;
  });
  return Object.fromEntries(kinds);
}

function described(
  index: KindIndex,
  kind: Kind,
  name: string,
  slot: Exclude<Slot, { type: "meta" }>,
): Described {
  return slot.type === "field" ? describedField(index, kind, name) : describedList(kind, name, slot);
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
