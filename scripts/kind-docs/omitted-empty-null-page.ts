import type { KindIndex } from "../../src/manifest/schema/kind-slots.ts";
import {
  type Form,
  forms,
  type Meaning,
  meaningOfField,
} from "../../src/manifest/schema/omitted-empty-null.ts";
import { type DiagnosticCode, diagnosticCodes } from "../../src/model/diagnostic-codes.ts";
import type { Kind } from "../../src/model/kind.ts";
import { meaningWords } from "./field-words.ts";
import { nameOf } from "./kind-facts.ts";
import { allListed, isManageable, type Listed, meaningOfListed } from "./listed.ts";
import { code, headingOf, linkTo, pageOf, table } from "./markdown.ts";

/** docs/reference/manifests/omitted-empty-null.md: what each way of writing nothing means, for every field and collection. */
export function omittedEmptyNullPage(index: KindIndex): string {
  const kinds = [...index.byName.values()];
  return `# Omitted, empty, null

What a manifest that writes nothing means for something that the platform has. Each cell is tested on the embedded
platform, by \`test/kinds\`.

- **Omitted**: the field is not written. It is left alone; no change is ever read into it.
- **Empty**: \`""\`, \`[]\` or \`{}\`, as fits the type. It is a value like any other. \`–\`: the type has no empty value.
- **Null**: \`null\`, or a key with nothing behind it. It clears what can be cleared. Where it stands for something
  (a role of \`null\` is a guest), it is a value of its own: no value at all, as the default role of an organization
  or a SAML provider can have none, is another thing, which nothing can write. It is an error everywhere else.

An *error* is one of \`docform validate\`, which says what to write instead. The codes are:
${codesIn(index)
  .map((name) => `${code(name)} ${diagnosticCodes[name].title}`)
  .join("; ")}.
*Blocked* is valid, and impossible: plan says why. What is *removed* can be held by a guard, until its option allows it.

## Collections and lists

${table(["in", "collection", "omitted", "empty", "empty, with `manage` exact", "null"], allListed(index).map(listedRow))}

The items of a site's \`structure\`, those in its groups too, are one value: a section that is written nowhere in it goes.
So a group has to say what it holds (\`sections: []\` for nothing): to write none of its lists is the error above, and one that is not
written beside another one is empty.
The collections of an organization and of a site are not: what is not written stays, unless \`manage\` says \`exact\`.

A resource in a collection is a map of its fields: \`{}\` declares it without any, \`null\` is error \`DF1005\`, and
\`absent: true\` deletes it.

${kinds.map((kind) => kindTable(index, kind)).join("\n\n")}
`;
}

/** The codes of all errors on the page. */
function codesIn(index: KindIndex): readonly DiagnosticCode[] {
  const meanings = [...index.byName.values()].flatMap((kind) =>
    Object.keys(kind.fields).flatMap((name) => forms.map((form) => meaningOfField(kind, name, form))),
  );
  return [
    ...new Set(meanings.flatMap((meaning) => (meaning.type === "refused" ? [meaning.code] : []))),
  ].sort();
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

/** A cell of the tables. */
function words(meaning: Meaning): string {
  return meaningWords(meaning, code);
}

function listedRow(listed: Listed): readonly string[] {
  const { owner, name } = listed;
  const cell = (form: Form): string => words(meaningOfListed(listed, form));
  return [
    owner === undefined ? "a manifest" : `[${nameOf(owner)}](${pageOf(owner)})`,
    code(name),
    cell("omitted"),
    cell("empty"),
    isManageable(listed) ? words(meaningOfListed(listed, "empty", true)) : "–",
    cell("null"),
  ];
}
