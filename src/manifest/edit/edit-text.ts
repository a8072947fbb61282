import type { Source } from "../../model/diagnostic.ts";
import { equalJson, type Json } from "../../text/json.ts";
import { parseSyntax, parseYaml } from "../read/parse-yaml.ts";
import { toJson } from "../read/tree.ts";
import { arrangeBlock, changeBlockMap } from "./block.ts";
import { type Changes, noChanges, wantedValue, wholeChanges } from "./changes.ts";
import type { Edit, Edited } from "./edit.ts";
import { arrangeFlow, changeFlowMap } from "./flow.ts";
import { placesOf } from "./places.ts";
import { type FileStyle, styleOf } from "./print.ts";
import { syntaxOf } from "./read-syntax.ts";
import { replaceValue } from "./replace-value.ts";
import { resolveEdit } from "./resolve.ts";
import { applySplices, type Splice } from "./splice.ts";
import { type DocumentSlot, type Slot, slotsOf, valueIn } from "./syntax.ts";

/**
 * Edits the text of a YAML file by source range: every byte that no edit is about stays as it is. The result is read
 * again. When it does not hold exactly the wanted values, all edits are refused, and the text stays.
 */
export function editText(file: string, text: string, edits: readonly Edit[]): Edited {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  const plain = text.slice(mark.length);
  const documents = readDocuments(file, plain);
  const refuseAll = (reason: string): Edited => ({
    text,
    refused: edits.map((edit) => ({ edit, reason })),
  });
  if (documents === undefined) return refuseAll("the file has mistakes of its own");
  const finding = { text: plain, places: placesOf(documents), offsetOf: offsets(plain) };
  const changes = noChanges();
  const refused = edits.flatMap((edit) => {
    const reason = resolveEdit(finding, changes, edit);
    return reason === undefined ? [] : [{ edit, reason }];
  });
  const edited = withChanges(file, plain, documents, wholeChanges(documents, changes));
  return edited === undefined
    ? refuseAll("the file has a form that docform does not edit")
    : { text: mark + edited, refused };
}

function offsets(text: string): (source: Source) => number | undefined {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return ({ line, column }) => {
    const start = starts[line - 1];
    return start === undefined ? undefined : start + column - 1;
  };
}

/** The documents of a text, if it has no mistakes and every value in it is understood. */
function readDocuments(file: string, text: string): readonly DocumentSlot[] | undefined {
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
function withChanges(
  file: string,
  text: string,
  documents: readonly DocumentSlot[],
  changes: Changes,
): string | undefined {
  const style = styleOf(text, documents);
  const splices = documents.flatMap((document) => splicesIn(style, document, changes));
  const edited = applySplices(text, splices);
  if (edited === undefined || edited === text) return edited;
  const wanted = documents
    .map((document) => wantedValue(changes, document))
    .filter((value) => value !== null);
  return equalJson(valuesIn(file, edited), wanted) ? edited : undefined;
}

/** Inner splices come before outer ones: at one place, what is added to an entry stands before its new siblings. */
function splicesIn(style: FileStyle, slot: Slot, changes: Changes): readonly Splice[] {
  const { value } = slot;
  const splices = slotsOf(value).flatMap((inner) => splicesIn(style, inner, changes));
  const set = changes.set.get(slot);
  if (set !== undefined) splices.push(...replaceValue(style, slot, set));
  const members = value?.type === "map" ? changes.members.get(value) : undefined;
  if (value?.type === "map" && members !== undefined)
    splices.push(...(value.flow ? changeFlowMap : changeBlockMap)(style, slot, value, members));
  const arranged = value?.type === "list" ? changes.arranged.get(value) : undefined;
  if (value?.type === "list" && arranged !== undefined)
    splices.push(...(value.flow ? arrangeFlow : arrangeBlock)(style, slot, value, arranged));
  return splices;
}
