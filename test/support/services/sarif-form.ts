import { readFileSync } from "node:fs";
import { Ajv } from "ajv";

/** The published schema (OASIS), which is of draft 7. */
const sarifSchema = JSON.parse(readFileSync("test/fixtures/sarif-schema-2.1.0.json", "utf8")) as object;

/** Is it a SARIF log? The mistakes are in `isSarif.errors`. */
export const isSarif = new Ajv({
  strict: false,
  code: { optimize: false },
  formats: {
    uri: (text: string) => URL.canParse(text),
    "uri-reference": (text: string) => /^(?:%[\da-f]{2}|[\w.~!$&'()*+,;=:@/?#[\]-])*$/i.test(text),
    "date-time": true,
  },
}).compile(sarifSchema);
