import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import { compareText } from "../../text/json.ts";
import { nearMatch } from "../../text/near-match.ts";

/** Collects what is wrong while a project is read. */
export interface Report {
  readonly diagnostics: readonly Diagnostic[];
  add(diagnostics: Diagnostic | readonly Diagnostic[]): void;
  /** Notes that declarations could not be read: that something is not there means nothing. */
  lose(): void;
  isIncomplete(): boolean;
}

/** An empty report. */
export function createReport(): Report {
  const diagnostics: Diagnostic[] = [];
  let isIncomplete = false;
  return {
    diagnostics,
    add: (more) => {
      if (!Array.isArray(more)) diagnostics.push(more as Diagnostic);
      // Nothing, for most of what is looked at.
      else if (more.length > 0) for (const diagnostic of more) diagnostics.push(diagnostic);
    },
    lose: () => {
      isIncomplete = true;
    },
    isIncomplete: () => isIncomplete,
  };
}

/** The diagnostics in the order of files, lines and columns, each once (an alias repeats its mistakes). */
export function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const unique = new Map(diagnostics.map((diagnostic) => [identity(diagnostic), diagnostic]));
  return [...unique.values()].sort(
    (a, b) =>
      compareSources(a.source, b.source) || compareText(a.code, b.code) || compareText(a.message, b.message),
  );
}

/** Order of places: file, line, column; no place at all comes first. */
function compareSources(a: Source | undefined, b: Source | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/** The label `did you mean "visibility"?`, or nothing when no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): { readonly label?: string } {
  const near = nearMatch(word, candidates);
  return near === undefined ? {} : { label: `did you mean "${near}"?` };
}

/** A name that is none of those that are known here. */
export function unknownName(
  message: string,
  name: string,
  source: Source,
  known: readonly string[],
): Diagnostic {
  const hint = known.length === 0 ? "nothing is known here" : `known here: ${known.join(", ")}`;
  // Compose files keep their anchors below such keys.
  if (/^x-/i.test(name)) return error("DF1004", message, { source, hint: anchorHint });
  return error("DF1004", message, { source, ...didYouMean(name, known), hint });
}

const anchorHint =
  "docform has no keys for anchors alone: write the anchor (&name) at the first place that uses the value";

function identity({ code, message, source }: Diagnostic): string {
  return JSON.stringify([code, message, source?.file, source?.line, source?.column]);
}
