import type { Kind } from "../../src/core/kind.ts";
import { treeField } from "../../src/core/tree-kind.ts";
import type { KindIndex, Slot } from "../../src/manifest/kind-index.ts";
import { toYaml } from "../../src/manifest/to-yaml.ts";
import { abilities } from "./abilities.ts";
import { exampleManifest } from "./example-manifest.ts";
import { fieldList, fieldTable, unchangeable } from "./field-table.ts";
import { code, headingOf, linkTo, nameOf, sentence, table } from "./markdown.ts";

/** docs/kinds/<kind>.md: everything that the definition of a kind says, for people. */
export function kindPage(index: KindIndex, kind: Kind): string {
  const reasons = unchangeable(kind);
  return `# ${headingOf(kind)}

${sentence(kind.doc)}

${facts(index, kind)
  .map(([name, text]) => `- **${name}**: ${text}`)
  .join("\n")}

## What docform can do with it

${table(["", "", "how, or why not"], abilities(index, kind))}

## Fields

${fieldList(index, kind)}

${fieldTable(kind)}

Besides these it takes \`id\`, \`previously\`, \`absent\`, \`protect\`, \`ignore\` and \`manage\`: see [all kinds](README.md).
What it means to leave a field out, to empty it or to write \`null\`: [omitted, empty, null](omitted-empty-null.md#${kind.name}).
${reasons.length === 0 ? "" : `\nWhat cannot change, and why:\n\n${reasons.join("\n")}\n`}
## Example

A whole manifest. It is applied, as it stands here, by the tests.${seeded(kind)}

\`\`\`yaml
${toYaml(exampleManifest(index, kind).manifest)}\`\`\`
`;
}

function seeded(kind: Kind): string {
  const isThere = kind.operations.create === undefined && kind.shape !== "singleton";
  const people = Object.values(kind.fields).some(({ membership }) => membership !== undefined);
  if (isThere) return ` The ${nameOf(kind)} is on the platform before.`;
  return people ? " The people are in the organization before." : "";
}

function facts(index: KindIndex, kind: Kind): readonly (readonly string[])[] {
  return [
    ["stands in", standsIn(index, kind)],
    ["written", writtenAs(index, kind)],
    ["address", addresses(index, kind).map(code).join(", or ")],
    ["found by", foundBy(kind)],
    ...holds(index, kind),
  ];
}

function standsIn(index: KindIndex, kind: Kind): string {
  if (kind.parent !== undefined) return linkTo(index, kind.parent);
  const holder = kind.fields[treeField(kind, "holder") ?? ""]?.refersTo;
  return holder === undefined
    ? "the organization"
    : `the organization: at its root, or in ${linkTo(index, holder)}`;
}

function writtenAs(index: KindIndex, kind: Kind): string {
  if (kind.sequence !== undefined) {
    const item = code(`- ${kind.sequence.itemKey}: KEY`);
    const lists = kind.sequence.containers.map(
      (name) => `${code(kind.sequence?.childrenKey ?? "")} of ${linkTo(index, name)}`,
    );
    return `${item}, in \`structure\` of ${[linkTo(index, kind.parent ?? ""), ...lists].join(", or in ")}`;
  }
  return kind.shape === "singleton" ? code(`${kind.plural}: { … }`) : code(`${kind.plural}: { KEY: { … } }`);
}

function addressOf(index: KindIndex, kind: Kind, root: string): string {
  const own = kind.shape === "singleton" ? kind.plural : `${kind.plural}.KEY`;
  const parent = index.byName.get(kind.parent ?? "");
  return parent === undefined ? `${root}${own}` : `${addressOf(index, parent, root)}.${own}`;
}

/** Its address in its parent; and in each of the containers that are part of it. */
function addresses(index: KindIndex, kind: Kind): readonly string[] {
  const containers = kind.sequence?.addressIn === "container" ? kind.sequence.containers : [];
  const inside = containers.flatMap((name) => {
    const container = index.byName.get(name);
    return container === undefined ? [] : [`${addressOf(index, container, "acme/")}.${kind.plural}.KEY`];
  });
  return [addressOf(index, kind, "acme/"), ...inside];
}

function foundBy(kind: Kind): string {
  if (kind.shape === "singleton")
    return kind.mayBeMissing === true ? "there is one at most" : "there is exactly one";
  const keys = kind.naturalKeys.map((names) => names.map(code).join(" and "));
  return ["`id`", "its id in the record of the last apply", "`previously`", ...keys].join("; else ");
}

/** The collections and lists that stand in it. */
function holds(index: KindIndex, kind: Kind): readonly (readonly string[])[] {
  const slots = [...index.slots(kind)].flatMap(([name, slot]) => {
    const kinds = kindsIn(slot);
    return kinds.length === 0
      ? []
      : [
          `${code(name)} (${kinds.map(({ name: one }) => linkTo(index, one).replace(/^an? /, "")).join(", ")})`,
        ];
  });
  return slots.length === 0 ? [] : [["holds", slots.join(", ")]];
}

function kindsIn(slot: Slot): readonly Kind[] {
  if (slot.type === "structure" || slot.type === "order") return slot.kinds;
  return slot.type === "children" || slot.type === "items" ? [slot.kind] : [];
}
