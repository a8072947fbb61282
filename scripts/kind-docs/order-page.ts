import type { KindIndex } from "../../src/manifest/schema/kind-slots.ts";
import { toYaml } from "../../src/manifest/write/to-yaml.ts";
import { treeField } from "../../src/planner/match/tree-kind.ts";
import type { JsonObject } from "../../src/text/json.ts";
import { code, linkTo, table } from "./markdown.ts";

/** A manifest with an order at the root and in a collection, each of spaces and collections. */
export const orderExample: JsonObject = {
  organization: "acme",
  order: [{ collection: "guides" }, { space: "changelog" }],
  collections: {
    guides: {
      title: "Guides",
      order: [{ space: "quickstart" }, { collection: "tutorials" }, { space: "quickstart-2" }],
    },
    tutorials: { title: "Tutorials", order: [{ space: "first-app" }] },
  },
  spaces: {
    quickstart: { title: "Quickstart" },
    "quickstart-2": { title: "Quickstart 2", duplicateFrom: "quickstart" },
    "first-app": { title: "First app" },
    changelog: { title: "Changelog" },
  },
};

/** docs/reference/manifests/order.md: the order of the children of a collection, and of the root. */
export function orderPage(index: KindIndex): string {
  const containers = index.tree.filter(({ tree }) => tree.holds === true);
  const inContainers = containers.map(({ name }) => `in ${linkTo(index, name)}`);
  const items = index.tree.map(({ tree }) => code(`- ${tree.itemKey}: KEY`));
  return `# Order

What stands at the root of an organization, or in a collection, is one list of spaces and collections. An \`order\` says
what stands there, and in which order.

- **written**: \`order: [ … ]\`, at the top of a manifest for the root, or ${inContainers.join(", or ")}
- **items**: ${items.join(" and ")}, mixed; \`id:…\` names one that no manifest declares
- **address**: it has none; a move is a change of what moves

What it names stands there, as if the field in the table said so. To say another place in that field is an error
(\`DF2010\`), and so is one thing in two orders, or a second order of the root.

${table(["item", "its place is also written as", "moved by"], index.tree.map(row))}

What it does not name keeps its place: only the relative order of what is named counts. The order is reached with the
fewest moves. What is new comes into being at the end, and needs no move when that is its place.

What it means to leave an order out, to empty it or to write \`null\`: [omitted, empty, null](omitted-empty-null.md#collections-and-lists).

## Example

A whole manifest. It is applied, as it stands here, by the tests. The spaces are on the platform before, but for
the copy.

\`\`\`yaml
${toYaml(orderExample)}\`\`\`
`;
}

function row(kind: KindIndex["tree"][number]): readonly string[] {
  const { itemKey, move } = kind.tree;
  const parentField = treeField(kind, "parent") ?? "";
  return [
    code(`- ${itemKey}: KEY`),
    code(`${kind.plural}: { KEY: { ${parentField}: … } }`),
    code(move.operation.name),
  ];
}
