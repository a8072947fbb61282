import { parseYaml } from "../read/parse-yaml.ts";
import { entryOf } from "../read/tree.ts";

/** Names of the environments in the text of a docform.yaml; none where it cannot be read. */
export function environmentNames(text: string): readonly string[] {
  const [tree] = parseYaml("docform.yaml", text).documents;
  const environments = entryOf(tree, "environments")?.value;
  return environments?.type === "map" ? environments.entries.map(({ key }) => key) : [];
}
