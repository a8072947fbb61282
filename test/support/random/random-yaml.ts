import fc from "fast-check";
import type { Json } from "../../../src/text/json.ts";

/** A value with the way in which a person wrote it down. */
type Written =
  | { readonly type: "scalar"; readonly value: Json; readonly style: Style }
  | { readonly type: "list"; readonly form: Form; readonly parts: readonly Part[] }
  | {
      readonly type: "map";
      readonly form: Form;
      readonly parts: readonly (Part & { readonly key: string })[];
    };

type Style = "plain" | "single" | "double" | "block";

/** How a collection is laid out. `tall`: in braces, with a line for each part. */
interface Form {
  readonly layout: "lines" | "braces" | "tall";
  readonly step: number;
  readonly padding: boolean;
  readonly note: boolean;
  readonly anchor: boolean;
}

interface Part {
  readonly written: Written;
  readonly above: number;
  readonly blank: boolean;
  readonly note: boolean;
  readonly quoted: boolean;
}

/** Texts of all sorts, among them those that YAML must quote. */
export const someText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "x",
    "Docs team",
    "yes",
    "true",
    "1.0",
    "null",
    "- a",
    "a: b",
    "a #b",
    "it's",
    '"',
    "",
    " x ",
    "{a}",
  ),
  fc.constantFrom(
    "two\nlines\n",
    "two\nlines",
    "a\n\n  b\n",
    "end\n\n",
    "\n",
    "# no comment\nx\n",
    "$",
    "5 $$",
    "::x",
  ),
  fc.constantFrom(
    "<<",
    "=",
    "~",
    "0o17",
    "*x",
    "&x",
    "!x",
    "|",
    "a,b",
    "[",
    "é 日本",
    "\u202e",
    "tab\t.",
    "?",
    "---\nx\n",
  ),
  fc.string({ maxLength: 6 }).filter((text) => !text.includes("\0") && !text.includes("${")),
);

const someScalar: fc.Arbitrary<Json> = fc.oneof(
  { weight: 3, arbitrary: someText },
  fc.boolean(),
  fc.constant(null),
  fc.integer({ min: -9, max: 99 }),
);

/** Keys: those of manifests, and odd ones. */
export const someKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom("a", "b", "title", "members", "ana@acme.example", "x-y", "space", "section"),
  fc.constantFrom("2024", "a b", "yes: no", "#", "- x", "<<", "true", "a,b", "é", '"', "it's", "[x]", "?"),
);

/** Any JSON value of a manifest. */
export const someJson: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    someScalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .uniqueArray(fc.tuple(someKey, tie("value")), { maxLength: 3, selector: ([key]) => key })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

const someForm: fc.Arbitrary<Form> = fc.record({
  layout: fc.constantFrom("lines", "lines", "lines", "braces", "tall"),
  step: fc.constantFrom(2, 2, 4, 3, 1),
  padding: fc.boolean(),
  note: fc.boolean(),
  anchor: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

const somePart = {
  above: fc.constantFrom(0, 0, 1, 2),
  blank: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
  note: fc.integer({ min: 0, max: 2 }).map((n) => n === 0),
  quoted: fc.boolean(),
};

const someWritten = fc.letrec<{ any: Written; map: Written }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    fc.record({
      type: fc.constant("scalar" as const),
      value: someScalar,
      style: fc.constantFrom<Style>("plain", "single", "double", "block"),
    }),
    tie("map"),
    fc.record({
      type: fc.constant("list" as const),
      form: someForm,
      parts: fc.array(fc.record({ ...somePart, written: tie("any") }), { maxLength: 4 }),
    }),
  ),
  map: fc.record({
    type: fc.constant("map" as const),
    form: someForm,
    parts: fc.uniqueArray(fc.record({ ...somePart, key: someKey, written: tie("any") }), {
      maxLength: 4,
      selector: ({ key }) => key,
    }),
  }),
}));

/** The text of a YAML file as people write them: comments, quotes, braces, blocks, anchors, odd indentation, CRLF. */
export const someYaml: fc.Arbitrary<string> = fc
  .record({
    documents: fc.array(someWritten.map, { minLength: 1, maxLength: 3 }),
    isCrlf: fc.boolean(),
    hasMark: fc.boolean(),
    hasEnd: fc.boolean(),
    head: fc.constantFrom(
      "",
      "",
      "# yaml-language-server: $schema=x\n",
      "# head\n\n",
      "---\n",
      "%YAML 1.2\n---\n",
    ),
  })
  .map(({ documents, isCrlf, hasMark, hasEnd, head }) => {
    const writer: Writer = { comments: 0, anchors: 0, repeatable: [] };
    const texts = documents.map((document) => {
      writer.repeatable = [];
      return `${lines(writer, document, 0).join("\n")}\n`;
    });
    const text = head + texts.join("---\n");
    const ended = hasEnd ? text : text.replace(/\n$/, "");
    return (hasMark ? "\uFEFF" : "") + (isCrlf ? ended.replaceAll("\n", "\r\n") : ended);
  });

interface Writer {
  comments: number;
  anchors: number;
  /** Anchors of the document whose values have ended: an alias may repeat them. */
  repeatable: string[];
}

function comment(writer: Writer): string {
  return `# note ${++writer.comments}`;
}

/** A collection at the start of lines. */
function lines(writer: Writer, written: Written, indent: number): string[] {
  if (written.type === "scalar" || written.parts.length === 0 || written.form.layout !== "lines")
    return [inLine(writer, written, indent)].join("").split("\n");
  const spaces = " ".repeat(indent);
  return written.parts.flatMap((part, at) => {
    const above = [
      ...(part.blank && at > 0 ? [""] : []),
      ...Array.from({ length: part.above }, () => spaces + comment(writer)),
    ];
    const head = "key" in part ? `${keyText(part)}:` : "-";
    return [...above, ...behind(writer, spaces + head, part, indent, written.form.step)];
  });
}

/** A part behind its key or its dash. */
function behind(writer: Writer, head: string, part: Part, indent: number, step: number): string[] {
  const { written } = part;
  const note = part.note ? `  ${comment(writer)}` : "";
  if (written.type !== "scalar" && written.parts.length > 0 && written.form.layout === "lines") {
    const isItem = head.endsWith("-");
    const name = written.form.anchor ? `a${++writer.anchors}` : undefined;
    const anchor = name === undefined ? "" : ` &${name}`;
    // A list may stand as deep as the key that it belongs to.
    const deeper = written.type === "list" && !isItem && written.form.padding ? 0 : step;
    const inner = lines(writer, written, indent + (isItem ? Math.max(step, 2) : deeper));
    if (name !== undefined) writer.repeatable.push(name);
    if (!isItem || note !== "" || anchor !== "" || inner[0]?.trim().startsWith("#"))
      return [head + anchor + note, ...inner];
    return [head + (inner[0] ?? "").slice(head.length), ...inner.slice(1)];
  }
  const repeated = writer.repeatable.at(-1);
  // An alias is where a short value would be.
  if (repeated !== undefined && written.type === "scalar" && part.quoted && part.blank)
    return [`${head} *${repeated}${note}`];
  if (written.type === "scalar" && written.style === "block" && isBlockText(written.value))
    return block(head, written.value, indent, written, note);
  const [first = "", ...rest] = inLine(writer, written, indent + 1).split("\n");
  if (first === "") return [head + note];
  return rest.length === 0 ? [`${head} ${first}${note}`] : [`${head} ${first}`, ...rest];
}

function isBlockText(value: Json): value is string {
  return typeof value === "string" && /^[a-z]/.test(value) && /^[\x20-\x7e\n]*$/.test(value);
}

function block(
  head: string,
  text: string,
  indent: number,
  { style }: { style: Style },
  note: string,
): string[] {
  const chomp = text.endsWith("\n\n") ? "+" : text.endsWith("\n") ? "" : "-";
  const rows = text.replace(/\n$/, "").split("\n");
  const deeper = " ".repeat(indent + (style === "block" ? 2 : 1));
  return [`${head} |${chomp}${note}`, ...rows.map((row) => (row === "" ? "" : deeper + row))];
}

/** A value in braces, brackets or quotes. */
function inLine(writer: Writer, written: Written, indent: number): string {
  if (written.type === "scalar") return scalar(written.value, written.style);
  const [open, close] = written.type === "map" ? ["{", "}"] : ["[", "]"];
  const parts = written.parts.map(
    (part) =>
      ("key" in part ? `${keyText(part as { key: string; quoted: boolean })}: ` : "") +
      (inLine(writer, part.written, indent) || '""'),
  );
  if (written.form.layout !== "tall" || parts.length === 0) {
    const space = written.form.padding && parts.length > 0 ? " " : "";
    return open + space + parts.join(written.form.step === 1 ? "," : ", ") + space + close;
  }
  const spaces = " ".repeat(indent + 2);
  const rows = parts.map((text, at) => {
    const last = at === parts.length - 1 && !written.form.padding;
    return `${spaces}${text}${last ? "" : ","}${written.parts[at]?.note === true ? ` ${comment(writer)}` : ""}`;
  });
  return [open, ...rows, " ".repeat(indent + 1) + close].join("\n");
}

function keyText({ key, quoted }: { readonly key: string; readonly quoted: boolean }): string {
  return !quoted && /^[a-z@.-]+$/.test(key) ? key : JSON.stringify(key);
}

function scalar(value: Json, style: Style): string {
  if (typeof value !== "string") return JSON.stringify(value);
  if (style === "single" && /^[\x20-\x7e]*$/.test(value)) return `'${value.replaceAll("'", "''")}'`;
  const isPlain = /^[a-z][a-z ]*[a-z]$/i.test(value) && !["yes", "true", "null"].includes(value);
  return style === "plain" && isPlain ? value : JSON.stringify(value);
}
