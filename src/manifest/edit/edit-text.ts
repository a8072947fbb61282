import type { Source } from "../../model/diagnostic.ts";
import { equalJson, type Json } from "../../text/json.ts";
import { parseSyntax, parseYaml } from "../read/parse-yaml.ts";
import { toJson } from "../read/tree.ts";
import { type Changes, noChanges, wantedValue } from "./changes.ts";
import type { Edit, Edited } from "./edit.ts";
import { placesOf } from "./places.ts";
import { styleOf } from "./print.ts";
import { resolveEdit } from "./resolve.ts";
import { applySplices, type Spliced } from "./splice.ts";
import { type DocumentSlot, syntaxOf, valueIn } from "./syntax.ts";
import { toSplices } from "./to-splices.ts";
import { wholeChanges } from "./whole-changes.ts";

/**
 * Edits the text of a YAML file by source range: every byte that an edit is not about stays as it is. The result is
 * read again, and holds exactly the wanted values; edits that do not come to that are refused, and change nothing.
 */
export function editText(file: string, text: string, edits: readonly Edit[]): Edited {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const started: State = {
    file,
    text: text.slice(mark.length),
    refused: [],
    offsetOf: offsets(text.slice(mark.length)),
  };
  const done = editAll(started, edits);
  return { text: mark + done.text, refused: done.refused };
}

/** A text during the edits: where a place of the first text is in it, and what was refused. */
interface State extends Edited {
  readonly file: string;
  readonly offsetOf: (source: Source) => number | undefined;
}

function offsets(text: string): State["offsetOf"] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return ({ line, column }) => {
    const start = starts[line - 1];
    return start === undefined ? undefined : start + column - 1;
  };
}

/** All edits at once; when that does not come out as it should, one half after the other. */
function editAll(state: State, edits: readonly Edit[]): State {
  if (edits.length === 0) return state;
  const attempt = tryEdits(state, edits);
  if (attempt !== undefined) return attempt;
  const [edit] = edits;
  if (edits.length === 1 && edit !== undefined) return refuse(state, edit, "it cannot be written there");
  const half = edits.length >> 1;
  return editAll(editAll(state, edits.slice(0, half)), edits.slice(half));
}

function refuse(state: State, edit: Edit, reason: string): State {
  return { ...state, refused: [...state.refused, { edit, reason }] };
}

function tryEdits(state: State, edits: readonly Edit[]): State | undefined {
  const documents = readDocuments(state);
  if (documents === undefined)
    return edits.reduce((at, edit) => refuse(at, edit, "the file has mistakes of its own"), state);
  const finding = { places: placesOf(documents), offsetOf: state.offsetOf };
  const changes = noChanges();
  const refused = edits.flatMap((edit) => {
    const reason = resolveEdit(finding, changes, edit);
    return reason === undefined ? [] : [{ edit, reason }];
  });
  const spliced = splice(state, documents, wholeChanges(documents, changes));
  if (spliced === undefined) return undefined;
  const offsetOf = (source: Source): number | undefined => {
    const offset = state.offsetOf(source);
    return offset === undefined ? undefined : spliced.placeOf(offset);
  };
  return { ...state, text: spliced.text, offsetOf, refused: [...state.refused, ...refused] };
}

/** The documents of a text, if it has no mistakes and every value in it is understood. */
function readDocuments({ file, text }: State): readonly DocumentSlot[] | undefined {
  const values = valuesIn(file, text);
  if (values === undefined) return undefined;
  const documents = parseSyntax(text).map((document) => syntaxOf(text, document));
  return equalJson(
    values,
    documents.map(({ value }) => valueIn(value)).filter((value) => value !== null),
  )
    ? documents
    : undefined;
}

function valuesIn(file: string, text: string): readonly Json[] | undefined {
  const { documents, diagnostics } = parseYaml(file, text);
  return diagnostics.length > 0 ? undefined : documents.map(toJson);
}

/** The text with the changes, if it then holds what is wanted. */
function splice(
  { file, text }: State,
  documents: readonly DocumentSlot[],
  changes: Changes,
): Spliced | undefined {
  const splices = toSplices(styleOf(text, documents), documents, changes);
  const spliced = splices && applySplices(text, splices);
  if (spliced === undefined || spliced.text === text) return spliced;
  const wanted = documents
    .map((document) => wantedValue(changes, document))
    .filter((value) => value !== null);
  return equalJson(valuesIn(file, spliced.text), wanted) ? spliced : undefined;
}
