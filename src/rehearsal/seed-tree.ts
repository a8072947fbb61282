import { type Tree, toJson, valueSource } from "../manifest/read/tree.ts";
import { checkData, type DataForm } from "../manifest/schema/check-value.ts";
import { type Diagnostic, error, type Source } from "../model/diagnostic.ts";
import { readSeed } from "../platform/seed/seed.ts";
import type { SeedProblem } from "../platform/seed/seed-place.ts";
import { seedSchema } from "../platform/seed/seed-schema.ts";
import type { State } from "../platform/store/state.ts";

const form = {
  schema: seedSchema,
  code: "DF5005",
  hint: "see docs/reference/seed.md",
} as const satisfies DataForm;

/** The state of a seed and the start of its clock, or every mistake at its place. */
type SeedRead =
  | { readonly ok: true; readonly state: State; readonly now: string }
  | { readonly ok: false; readonly problems: readonly Diagnostic[] };

/** Reads a seed as a file writes it. `parts` are what it was merged of. Each call gives a state of its own. */
export function readSeedTree(seed: Tree, parts: readonly Tree[] = [seed]): SeedRead {
  const result = readSeed(toJson(seed));
  if (result.ok) return result;
  return { ok: false, problems: formProblems(parts, seed) ?? result.problems.map(problemIn(seed)) };
}

/**
 * The problems of a seed by its schema. Each file is checked on its own first, so that indexes are those in
 * that file.
 */
function formProblems(parts: readonly Tree[], seed: Tree): readonly Diagnostic[] | undefined {
  const ofPart = { ...form, schema: seedSchema.partial() };
  const inParts = parts.flatMap((part) => checkData(ofPart, part));
  const found = inParts.length > 0 ? inParts : checkData(form, seed);
  return found.length > 0 ? found : undefined;
}

/** A diagnostic for a contradiction between parts of a seed that is valid by the schema. */
function problemIn(seed: Tree) {
  return ({ path, message }: SeedProblem): Diagnostic =>
    error(form.code, message, { source: sourceAt(seed, path), hint: form.hint });
}

/** A value, and the place of its key. */
interface Part {
  readonly source: Source;
  readonly value: Tree;
}

/**
 * The source of the value at a path such as `organizations.0.title`, or of its nearest parent when absent. A
 * key may contain dots: the longest matching key wins.
 */
function sourceAt(tree: Tree, path: string): Source {
  return valueSource(partAt({ source: tree.source, value: tree }, path));
}

function partAt(part: Part, path: string): Part {
  const fitting = partsOf(part.value).filter(({ key }) => path === key || path.startsWith(`${key}.`));
  const [next] = fitting.sort((a, b) => b.key.length - a.key.length);
  return next === undefined ? part : partAt(next, path.slice(next.key.length + 1));
}

function partsOf(tree: Tree): readonly (Part & { readonly key: string })[] {
  if (tree.type === "map") return tree.entries;
  if (tree.type === "scalar") return [];
  return tree.items.map((value, index) => ({ key: String(index), source: value.source, value }));
}
