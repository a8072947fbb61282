import { toYaml } from "../../src/manifest/write/to-yaml.ts";
import { type DiagnosticInfos, exampleSettings } from "../../src/model/codes/diagnostic-info.ts";
import { code, table } from "../kind-docs/markdown.ts";
import { exampleOrganization } from "./example-world.ts";

/** The areas of codes, by how their numbers begin. */
const areas = [
  ["DF1", "The form of manifests"],
  ["DF2", "What manifests say of each other"],
  ["DF3", "Manifests against the platform"],
  ["DF4", "The connection"],
  ["DF5", "The command line and set-up"],
  ["DF6", "Policies"],
] as const;

/** docs/reference/diagnostics/README.md: all codes, and what their examples have in common. */
export function diagnosticsIndex(infos: DiagnosticInfos): string {
  const lists = areas.map(([start, heading]) => {
    const own = Object.entries(infos).filter(([name]) => name.startsWith(start));
    const rows = own.map(([name, { title }]) => [`[${name}](${name}.md)`, title]).sort();
    return `## ${heading}\n\n${table(["code", "what is wrong"], rows)}\n`;
  });
  return `# Diagnostics

Whatever docform has to say about a mistake has a code. \`docform explain CODE\` says what is on these pages. A code
keeps its meaning: a new one takes a new number, and none is used again.

Each page has an example, and what docform says to it: the tests run all of them. Unless an example shows another one, its
project has this \`docform.yaml\`:

\`\`\`yaml
${exampleSettings}\`\`\`

and the organization on the platform has this, and what the example shows:

\`\`\`yaml
${toYaml(exampleOrganization)}\`\`\`

The address of the platform is in ${code("DOCFORM_BASE_URL")}, and the token of Ana in ${code("DOCFORM_TOKEN")}.

${lists.join("\n")}`;
}
