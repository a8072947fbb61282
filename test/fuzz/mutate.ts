import { isMap, isScalar, isSeq, type Node, Pair, parseAllDocuments, Scalar, visit } from "yaml";
import { chance, pickFrom } from "../simulation/pick.ts";
import type { Files } from "./corpus.ts";

type Random = () => number;

/** A project that went wrong in some way: the bytes of its files. */
export function mutate(corpus: readonly Files[], random: Random): ReadonlyMap<string, Uint8Array> {
  const files = new Map(pickFrom(corpus, random));
  // A syntax error hides all else that is wrong in a file: most changes keep it well formed.
  for (let count = 1 + upTo(3, random); count > 0; count--) {
    const path = pickFrom([...files.keys()], random);
    const other = pickFrom([...pickFrom(corpus, random).values()], random);
    const change = pickFrom(
      [inStructure, inStructure, inStructure, inStructure, inLines, inCharacters],
      random,
    );
    files.set(path, change(files.get(path) ?? "", other, random).slice(0, largest));
  }
  return new Map([...files].map(([path, text]) => [path, bytesOf(text, random)]));
}

/** Characters of a file: what is larger is held to its time elsewhere (bench/validate). */
const largest = 200_000;

function upTo(limit: number, random: Random): number {
  return Math.floor(random() * limit);
}

/** The bytes of a text; now and then some of them are wrong, or missing. */
function bytesOf(text: string, random: Random): Uint8Array {
  const bytes = new TextEncoder().encode(text);
  if (!chance(0.05, random) || bytes.length === 0) return bytes;
  for (let count = 1 + upTo(8, random); count > 0; count--)
    bytes[upTo(bytes.length, random)] = upTo(256, random);
  return chance(0.3, random) ? bytes.slice(0, upTo(bytes.length, random)) : bytes;
}

/** Texts that break YAML, or mean something in it or in a manifest. */
const pieces = [
  ...[
    "{",
    "}",
    "[",
    "]",
    ": ",
    "- ",
    "? ",
    ", ",
    "#",
    "&a ",
    "*a",
    "!!str ",
    "!x ",
    "|\n",
    ">-\n",
    "'",
    '"',
    "\\",
    "%",
  ],
  ...[
    "---\n",
    "...\n",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\0",
    "\uFEFF",
    "\u2028",
    "\u202e",
    "\ud800",
    "é",
    "<<: ",
    "__proto__: ",
  ],
  ...[
    "${env:X}",
    "${file:docform.yaml}",
    "${file:../x}",
    "${var:a:-b}",
    "${",
    "$$",
    "null",
    "~",
    "true",
    "-0",
    "1e999",
  ],
  ...[
    ".nan",
    "0x1F",
    "9".repeat(400),
    "id:",
    "id:x",
    "absent: true",
    "exact",
    "x".repeat(2000),
    "constructor: ",
    "toString",
  ],
  ...[
    "environments:\n  e:\n    ",
    "defaults:\n  ",
    "each:\n  ",
    "overlays: ",
    "organization: acme\n",
    "manage: { teams: exact }\n",
  ],
];

/** Pieces come in, parts go, stand twice, many times, or come from another file. */
function inCharacters(text: string, other: string, random: Random): string {
  const [from, length] = [upTo(text.length + 1, random), upTo(chance(0.5, random) ? 4 : 60, random)];
  const [before, part, after] = [
    text.slice(0, from),
    text.slice(from, from + length),
    text.slice(from + length),
  ];
  const elsewhere = upTo(other.length, random);
  switch (upTo(5, random)) {
    case 0:
      return before + pickFrom(pieces, random) + part + after;
    case 1:
      return before + after;
    case 2:
      return before + part.repeat(2 + upTo(chance(0.1, random) ? 2000 : 5, random)) + after;
    case 3:
      return (
        before + pickFrom(pieces, random).repeat(1 + upTo(chance(0.1, random) ? 3000 : 3, random)) + after
      );
    default:
      return before + other.slice(elsewhere, elsewhere + upTo(400, random)) + after;
  }
}

/** Lines go, stand twice, change places, or stand deeper. */
function inLines(text: string, other: string, random: Random): string {
  const lines = text.split("\n");
  const [at, count] = [upTo(lines.length, random), 1 + upTo(4, random)];
  const taken = lines.slice(at, at + count);
  switch (upTo(5, random)) {
    case 0:
      lines.splice(at, count);
      break;
    case 1:
      lines.splice(upTo(lines.length, random), 0, ...taken);
      break;
    case 2:
      lines.splice(at, count, ...taken.toReversed());
      break;
    case 3:
      lines.splice(at, count, ...taken.map((line) => " ".repeat(upTo(5, random)) + line));
      break;
    default:
      lines.splice(at, 0, ...other.split("\n").slice(0, 1 + upTo(20, random)));
  }
  return lines.join("\n");
}

const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  "",
  "x",
  "${env:X}",
  [],
  {},
  [[]],
  [null],
  { "": null },
  { a: { b: [1] } },
];

/** The same YAML with a part of it changed: well formed, and wrong in what it says. */
function inStructure(text: string, other: string, random: Random): string {
  try {
    return changedValue(text, random) ?? inLines(text, other, random);
  } catch {
    // It cannot be written, or is nested so deep that the package without our limits cannot read it.
    return inLines(text, other, random);
  }
}

function changedValue(text: string, random: Random): string | undefined {
  const documents = parseAllDocuments(text, { uniqueKeys: false, logLevel: "silent" });
  if (documents.length === 0 || documents.some(({ errors }) => errors.length > 0)) return undefined;
  const nodes: Node[] = [];
  visit(pickFrom(documents, random), { Node: (_, node) => void nodes.push(node) });
  if (nodes.length === 0) return undefined;
  change(pickFrom(nodes, random), pickFrom(nodes, random), random);
  return documents.map((one) => String(one)).join("---\n");
}

function change(node: Node, second: Node, random: Random): void {
  const value = pickFrom(values, random);
  if (isScalar(node)) node.value = chance(0.5, random) && isScalar(second) ? second.value : value;
  else if (isMap(node) && chance(0.4, random))
    node.items.push(new Pair(new Scalar(keyOf(second)), new Scalar(value)));
  else if (isMap(node) || isSeq(node)) {
    const at = upTo(node.items.length, random);
    const item = node.items[at];
    const items = node.items as unknown[];
    if (chance(0.4, random)) items.splice(at, 1);
    else if (item !== undefined && chance(0.5, random)) items.push(item);
    else node.items.reverse();
  }
}

function keyOf(node: Node): unknown {
  return isScalar(node) ? node.value : "organization";
}
