import type { ZodType } from "zod";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { DiagnosticCode } from "../../model/diagnostic-codes.ts";
import type { Tree } from "../read/tree.ts";
import { checkValue } from "./check-value.ts";

/** How mistakes in a kind of data are told: under one code, with where its form is described. */
export interface DataForm {
  readonly schema: ZodType;
  readonly code: DiagnosticCode;
  readonly hint: string;
}

/** What is wrong with data by its schema, in the words of manifests and at its places. */
export function checkData({ schema, code, hint }: DataForm, value: Tree): readonly Diagnostic[] {
  const source = { ...value.source, length: 1 };
  return checkValue(schema, { name: "", source, value }).map((found) => ({ hint, ...found, code }));
}
