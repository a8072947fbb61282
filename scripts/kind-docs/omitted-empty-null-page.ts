import type { Kind } from "../../src/core/kind.ts";
import type { KindIndex } from "../../src/manifest/kind-index.ts";
import {
  type Form,
  forms,
  type ListSlot,
  type Meaning,
  meaningOfField,
  meaningOfSlot,
} from "../../src/manifest/omitted-empty-null.ts";
import { code, headingOf, linkTo, pageOf, table } from "./markdown.ts";

/** docs/kinds/omitted-empty-null.md: what each way of writing nothing means, for every field and collection. */
export function omittedEmptyNullPage(index: KindIndex): string {
  const kinds = [...index.byName.values()];
  return `# Omitted, empty, null

What a manifest that writes nothing means for something that the platform has. Each cell is tested on the embedded
platform: \`test/kinds/omitted-empty-null.test.ts\`.

- **Omitted**: the field is not written. It is left alone; no change is ever read into it.
- **Empty**: \`""\`, \`[]\` or \`{}\`, as fits the type. It is a value like any other. \`–\`: the type has no empty value.
- **Null**: \`null\`, or a key with nothing behind it. It clears what can be cleared, and is an error everywhere else.

An *error* is one of \`docform validate\`; \`docform explain CODE\` says more. *Blocked* is valid, and impossible: plan says why.

## Collections and lists

${table(["in", "collection", "omitted", "empty", "empty, with `manage` exact", "null"], collectionRows(index))}

A resource in a collection is a map of its fields: \`{}\` declares it without any, \`null\` is error \`DF1005\`, and
\`absent: true\` deletes it.

${kinds.map((kind) => kindTable(index, kind)).join("\n\n")}
`;
}

function kindTable(index: KindIndex, kind: Kind): string {
  const rows = Object.keys(kind.fields).map((name) => [
    code(name),
    ...forms.map((form) => fieldCell(kind, name, form)),
  ]);
  return `## ${headingOf(kind)}\n\nFields of ${linkTo(index, kind.name)}.\n\n${table(["field", ...forms], rows)}`;
}

function fieldCell(kind: Kind, name: string, form: Form): string {
  const usual = words(meaningOfField(kind, name, form));
  const pinned = words(meaningOfField(kind, name, form, true));
  return usual === pinned ? usual : `${usual}; with \`id\`: ${pinned}`;
}

function words(meaning: Meaning): string {
  switch (meaning.type) {
    case "left alone":
    case "cleared":
    case "removed":
      return meaning.type;
    case "key":
      return "the key is the value";
    case "set":
      return `set to ${code(JSON.stringify(meaning.value))}`;
    case "reported":
      return "left alone, and reported as unmanaged";
    case "refused":
      return `error ${code(meaning.code)}`;
    case "blocked":
      return `blocked: ${meaning.reason}`;
    case "no such form":
      return "–";
  }
}

function collectionRows(index: KindIndex): readonly (readonly string[])[] {
  const roots = index.roots.map((kind) => slotRow("a manifest", kind.plural, { type: "children", kind }));
  const inner = [...index.byName.values()].flatMap((kind) =>
    [...index.slots(kind)].flatMap(([name, slot]) =>
      slot.type === "field" || slot.type === "meta"
        ? []
        : [slotRow(`[${headingOf(kind)}](${pageOf(kind)})`, name, slot)],
    ),
  );
  return [...roots, ...inner];
}

function slotRow(owner: string, name: string, slot: ListSlot): readonly string[] {
  const isManaged = slot.type === "children" && slot.kind.shape === "collection";
  const exact = isManaged ? words(meaningOfSlot(slot, "empty", true)) : "–";
  const cell = (form: Form): string => words(meaningOfSlot(slot, form, false));
  return [owner, code(name), cell("omitted"), cell("empty"), exact, cell("null")];
}
