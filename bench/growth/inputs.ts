import { parseTemplate } from "../../src/manifest/compose/template.ts";
import { parseYaml } from "../../src/manifest/read/parse-yaml.ts";
import { type Diagnostic, error } from "../../src/model/diagnostic.ts";
import { arrangeTree } from "../../src/planner/tree/tree-order.ts";
import { parseBlocks } from "../../src/platform/content/markdown-blocks.ts";
import { scanMarkdown } from "../../src/platform/content/markdown-text.ts";
import { renderDiagnosticsText } from "../../src/render/text/diagnostics-text.ts";
import { testPlatform } from "../../test/support/platform/test-platform.ts";
import { docformWith, load } from "../../test/support/projects/load-manifests.ts";
import { markdownPieces } from "../../test/support/random/markdown-pieces.ts";
import { root } from "../../test/support/random/random-tree.ts";

/** An input of any size, and work on it. */
export interface Input {
  readonly name: string;
  readonly largest: number;
  /** Makes the input, which is not measured, and gives the work on it. */
  readonly ofSize: (size: number) => () => unknown;
}

/** A text of so many characters that repeats a piece. */
const repeated = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length));

const yamlPieces = ["[", "{a: ", "- ", "? ", ": ", "- - ["];
const texts: readonly Input[] = [
  ...["${", "${env:X}"].map((piece) => ({
    name: `a template of ${piece}`,
    largest: 200_000,
    ofSize: (size: number) => {
      const text = repeated(piece, size);
      return () => parseTemplate(text);
    },
  })),
  ...yamlPieces.map((piece) => ({
    name: `YAML of ${JSON.stringify(piece)}`,
    largest: 400_000,
    ofSize: (size: number) => {
      const text = repeated(piece, size);
      return () => parseYaml("a.yaml", text);
    },
  })),
  ...markdownPieces.map((piece) => ({
    name: `Markdown of ${JSON.stringify(piece)}`,
    largest: 400_000,
    ofSize: (size: number) => {
      const text = repeated(piece, size);
      return () => [scanMarkdown(text), parseBlocks(text)];
    },
  })),
];

/** So many mistakes, each on the line that it is told of. */
function mistakes(name: string, textOf: (size: number) => string, lineOf: (at: number) => number): Input {
  const ofSize = (size: number) => {
    const errors = Array.from({ length: size }, (_, at): Diagnostic => {
      const source = { file: "a.yaml", line: lineOf(at), column: 1, length: 3 };
      return error("DF1004", `unknown field ${at}`, { source });
    });
    const sources = new Map([["a.yaml", textOf(size)]]);
    return () => renderDiagnosticsText(errors, sources);
  };
  return { name, largest: 16_000, ofSize };
}

const teams = (size: number, lineOf: (at: number) => string): string =>
  `organization: acme\nteams:\n${Array.from({ length: size }, (_, at) => `  ${lineOf(at)}\n`).join("")}`;

const overlays: Input = {
  name: "keys that an overlay patches, and as many mistakes",
  largest: 6_000,
  ofSize: (size) => {
    const files = {
      "docform.yaml": docformWith("environments: { production: { overlays: [overlay] } }"),
      "manifests/teams.yaml": teams(size, (at) => `t${at}: { title: T${at} }`),
      "overlay/a.yaml": teams(size, (at) => `t${at}: { title: New ${at} }`),
      "overlay/b.yaml": teams(size, (at) => `u${at}: null`),
    };
    return () => load(files, {}, "production");
  },
};

const seed: Input = {
  name: "spaces and members of a seed, read and listed",
  largest: 16_000,
  ofSize: (size) => {
    const spaces = Array.from({ length: size }, (_, at) => ({ title: `Space ${at}` }));
    const members = Array.from({ length: size }, (_, at) => ({ email: `p${at}@x.example` }));
    const organizations = [{ id: "org", title: "Org", spaces, members }];
    return () => {
      const { call } = testPlatform({ organizations });
      for (const list of ["spaces", "members"])
        call("GET", `/orgs/org/${list}?limit=1000`, undefined, "docform-admin");
    };
  },
};

const order: Input = {
  name: "items of one list, put in order",
  largest: 20_000,
  ofSize: (size) => {
    const wanted = Array.from({ length: size }, (_, at) => `l${(at * 7919) % size}`);
    const item = { isContainer: false, isNew: false, from: root, to: root, original: undefined };
    const items = wanted.map((name) => ({ name, ...item }));
    const [current, orders] = [new Map([[root, wanted.toSorted()]]), new Map([[root, wanted]])];
    const always = (): boolean => true;
    return () => arrangeTree({ items, current, orders, isSeen: always, willBeSeen: always });
  },
};

/** Texts that look for the end of something again at each piece, and lists that are searched at each entry. */
export const inputs: readonly Input[] = [
  ...texts,
  mistakes(
    "mistakes in a file of as many lines",
    (size) => "key: value\n".repeat(size),
    (at) => at + 1,
  ),
  mistakes(
    "mistakes below a long line",
    (size) => `# ${"x".repeat(100 * size)}\nkey: value\n`,
    () => 2,
  ),
  overlays,
  seed,
  order,
];
