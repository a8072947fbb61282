/** A project with one wide map. */
export interface WideMap {
  readonly name: string;
  readonly filesOf: (keys: number) => Readonly<Record<string, string>>;
}

const settings = "platform: { baseUrl: https://docform.example }\norganizations:\n  acme: { id: org_acme }\n";

/** A manifest whose head is followed by a line for each key. */
function wide(name: string, head: string, lineOf: (key: number) => string): WideMap {
  const filesOf = (keys: number) => ({
    "docform.yaml": settings,
    "manifests/wide.yaml": `organization: acme\n${head}${Array.from({ length: keys }, (_, key) => `${lineOf(key)}\n`).join("")}`,
  });
  return { name, filesOf };
}

/** Maps of what can be many in an organization, and what is wrong at each key of them. */
export const wideMaps: readonly WideMap[] = [
  wide("spaces", "spaces:\n", (key) => `  space-${key}: { title: Space ${key} }`),
  wide(
    "people of a team",
    "teams:\n  all:\n    title: All\n    members:\n",
    (key) => `      p${key}@acme.example: member`,
  ),
  wide("an unknown field in each space", "spaces:\n", (key) => `  space-${key}: { titel: Space ${key} }`),
  wide("unknown fields of one space", "spaces:\n  one:\n    title: One\n", (key) => `    field-${key}: 1`),
  wide("the same key", "spaces:\n", () => "  one: { title: One }"),
  wide("the same title", "spaces:\n", (key) => `  space-${key}: { title: One }`),
  wide(
    "unknown collections",
    "collections:\n  guides: { title: Guides }\nspaces:\n",
    (key) => `  space-${key}: { title: Space ${key}, collection: guide-${key} }`,
  ),
];
