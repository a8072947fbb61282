import type { KindIndex } from "../../src/manifest/schema/kind-slots.ts";
import { toYaml } from "../../src/manifest/write/to-yaml.ts";
import type { Kind } from "../../src/model/kind.ts";
import { abilities } from "./abilities.ts";
import { gitbookSection } from "./edition-section.ts";
import { exampleIndex } from "./example-index.ts";
import { exampleManifest } from "./example-manifest.ts";
import { fieldLines, fieldRows, fieldTable, unchangeable } from "./field-table.ts";
import { kindFacts, nameOf } from "./kind-facts.ts";
import { headingOf, markdown, sentence, table } from "./markdown.ts";

/** docs/reference/manifests/<kind>.md: everything that the definition of a kind says, for people. */
export function kindPage(index: KindIndex, kind: Kind): string {
  const reasons = unchangeable(kind);
  return `# ${headingOf(kind)}

${sentence(kind.doc)}

${kindFacts(index, kind, markdown)
  .map(([name, text]) => `- **${name}**: ${text}`)
  .join("\n")}

## What docform can do with it

${table(["", "", "how, or why not"], abilities(index, kind))}

## Fields

${[...fieldLines(index, kind).values()].join("\n")}

${fieldTable(fieldRows(kind))}

Besides these it takes \`id\`, \`previously\`, \`absent\`, \`protect\`, \`ignore\` and \`manage\`: see [all kinds](README.md).
What it means to leave a field out, to empty it or to write \`null\`: [omitted, empty, null](omitted-empty-null.md#${kind.name}).
${reasons.length === 0 ? "" : `\nWhat cannot change, and why:\n\n${reasons.join("\n")}\n`}${gitbookSection(kind)}
## Example

A whole manifest. It is applied, as it stands here, by the tests.${seeded(kind)}

\`\`\`yaml
${toYaml(exampleManifest(exampleIndex(kind), kind).manifest)}\`\`\`
`;
}

function seeded(kind: Kind): string {
  const isThere = kind.operations.create === undefined && kind.shape !== "singleton";
  const people = Object.values(kind.fields).some(({ membership }) => membership !== undefined);
  if (isThere) return ` The ${nameOf(kind)} is on the platform before.`;
  return people ? " The people are in the organization before." : "";
}
