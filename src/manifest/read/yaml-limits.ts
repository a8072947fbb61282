/** The limits of a YAML file: a hostile one costs no more than a diagnostic. */
export const limits = {
  bytes: 10 * 1024 * 1024,
  depth: 100,
  /** Characters of a key. */
  key: 1024,
  /** Aliases of a document; an alias inside a repeated part counts again. */
  aliases: 100,
  /** Values that the aliases of a document repeat. */
  repeated: 100_000,
  /** Values that `each` and `defaults` of a project repeat. */
  expanded: 250_000,
  /** Organizations of a table, and its columns. */
  organizations: 100_000,
  columns: 100,
  /** Values that documents for several organizations repeat in a project. */
  copies: 2_000_000,
  /** Labels that documents look at to choose organizations. */
  looks: 10_000_000,
  /** Patterns of a scope: each resource looks at all of them. */
  scope: 200,
  /** Characters of the texts that interpolation and `each` put together in a project. */
  expandedText: 64 * 1024 * 1024,
} as const;
