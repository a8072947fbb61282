import { renderJson } from "../render/json/json-text.ts";

/** Renders a result; `text` is its text for this terminal. */
type RenderResult = (result: unknown, text: () => string) => string;

/** The forms of a result that has one text and one JSON document, by the name that `--format` takes. */
export const resultForms = {
  text: (_, text) => text(),
  json: renderJson,
} as const satisfies Readonly<Record<string, RenderResult>>;

/** The name of a form of such a result. */
export type ResultForm = keyof typeof resultForms;
