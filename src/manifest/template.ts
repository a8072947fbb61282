import { nearMatch } from "../core/near-match.ts";

/** A piece of a text with interpolation. */
export type Part =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "env"; readonly name: string }
  | { readonly type: "file"; readonly path: string }
  | { readonly type: "bad"; readonly written: string; readonly meant?: string };

/** Takes a text apart at `${env:NAME}`, `${file:path}` and `$$`; any other `${…}` is a bad part. */
export function parseTemplate(text: string): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (let at = text.indexOf("$"); at >= 0; at = text.indexOf("$", from)) {
    const next = text[at + 1];
    const end = next === "{" ? text.indexOf("}", at) : at + 1;
    // A lone dollar is text; `$$` is one dollar.
    parts.push({ type: "text", text: text.slice(from, next === "{" ? at : at + 1) });
    from = next === "$" ? at + 2 : at + 1;
    if (next !== "{") continue;
    parts.push(end < 0 ? { type: "bad", written: "${" } : readPart(text.slice(at + 2, end)));
    from = end < 0 ? text.length : end + 1;
  }
  parts.push({ type: "text", text: text.slice(from) });
  return parts.filter((part) => part.type !== "text" || part.text !== "");
}

const variablePattern = /^[A-Za-z_][A-Za-z0-9_]*$/;

function readPart(inner: string): Part {
  const colon = inner.indexOf(":");
  const form = inner.slice(0, Math.max(colon, 0));
  const argument = inner.slice(colon + 1);
  if (form === "env" && variablePattern.test(argument)) return { type: "env", name: argument };
  if (form === "file" && argument.trim() !== "") return { type: "file", path: argument };
  const written = `\${${inner}}`;
  const meant = suggestion(form, argument.trim());
  return meant === undefined ? { type: "bad", written } : { type: "bad", written, meant };
}

function suggestion(form: string, argument: string): string | undefined {
  if (form === "") return variablePattern.test(argument) ? `\${env:${argument}}` : undefined;
  const near = nearMatch(form.trim(), ["env", "file"]);
  if (near === undefined || argument === "") return undefined;
  return near === "file" || variablePattern.test(argument) ? `\${${near}:${argument}}` : undefined;
}
