import {
  type KindIndex,
  type MetaField,
  metaFieldNames,
  metaSchemas,
} from "../../src/manifest/schema/kind-slots.ts";
import type { Kind } from "../../src/model/kind.ts";
import { metaDefault } from "./field-words.ts";
import { nameOf } from "./kind-facts.ts";
import { code, pageOf, sentence, table } from "./markdown.ts";

/** docs/reference/manifests/README.md: all kinds, and what they have in common. */
export function kindsIndex(index: KindIndex): string {
  return `# Kinds

A kind is a type of resource. Everything on these pages is generated from the definitions of the kinds (\`npm run generate\`).

${table(["kind", "in a manifest", "what it is"], rowsIn(index, undefined, 0))}

[Order](order.md) is no kind: a list of what stands at the root, or in a collection, in the order wanted.

[Omitted, empty, null](omitted-empty-null.md) says, for every field, what it means to write nothing.

## How a resource is found

A manifest names resources by keys; the platform names them by ids. docform pairs them, in this order: by \`id\`; by the id
in the record of the last apply; by \`previously\`; by the natural keys that the page of the kind lists, one after the other. When several on the platform fit,
docform says which, and does nothing. Titles can be changed by hand on the platform, so pin with \`id\` what must never be
mistaken.

Resources name each other by key (\`space: quickstart\`). \`id:…\` names something that no manifest declares.

## What every resource takes

${table(["field", "what it does", "default"], metaFieldNames.map(metaRow))}

\`manage\` is beside the collections that it names: in a resource, or at the top of a manifest.
`;
}

/** Kinds, each with the kinds whose parent it is below it. */
function rowsIn(index: KindIndex, parent: string | undefined, depth: number): readonly (readonly string[])[] {
  return [...index.byName.values()]
    .filter((kind) => kind.parent === parent)
    .flatMap((kind) => [row(kind, depth), ...rowsIn(index, kind.name, depth + 1)]);
}

function row(kind: Kind, depth: number): readonly string[] {
  const indent = "&emsp;".repeat(depth);
  const written = kind.sequence === undefined ? `${kind.plural}:` : `- ${kind.sequence.itemKey}:`;
  return [`${indent}[${nameOf(kind)}](${pageOf(kind)})`, code(written), sentence(kind.doc)];
}

function metaRow(name: MetaField): readonly string[] {
  return [code(name), sentence(metaSchemas[name].description ?? ""), metaDefault(name, code)];
}
