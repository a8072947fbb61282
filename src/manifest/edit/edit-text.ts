import { equalJson, type Json } from "../../text/json.ts";
import { parseSyntax, parseYaml } from "../read/parse-yaml.ts";
import { toJson } from "../read/tree.ts";
import type { Edit, Edited } from "./edit.ts";
import { styleOf } from "./print.ts";
import { applySplices } from "./ranges.ts";
import { resolver } from "./resolve.ts";
import { splicesIn } from "./splices.ts";
import { type Slot, syntaxOf, valueIn, wantedValue } from "./syntax.ts";

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
  const resolve = resolver(plain, documents);
  const refused = edits.flatMap((edit) => {
    const reason = resolve(edit);
    return reason === undefined ? [] : [{ edit, reason }];
  });
  const style = styleOf(plain, documents);
  const splices = documents.flatMap((document) => splicesIn(style, document));
  const edited = applySplices(plain, { from: 0, to: plain.length }, splices);
  const wanted = documents.map(wantedValue).filter((value) => value !== null);
  return equalJson(valuesIn(file, edited), wanted)
    ? { text: mark + edited, refused }
    : refuseAll("the file has a form that docform does not edit");
}

/** The documents of a text, if it has no mistakes and every value in it is understood. */
function readDocuments(file: string, text: string): readonly Slot[] | undefined {
  const values = valuesIn(file, text);
  if (values === undefined) return undefined;
  const documents = parseSyntax(text).map((document) => syntaxOf(text, document));
  const read = documents.map(({ value }) => valueIn(value)).filter((value) => value !== null);
  return equalJson(values, read) ? documents : undefined;
}

function valuesIn(file: string, text: string): readonly Json[] | undefined {
  const { documents, diagnostics } = parseYaml(file, text);
  return diagnostics.length > 0 ? undefined : documents.map(toJson);
}
