import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { randomManifest } from "../../../test/support/random/random-manifest.ts";
import { kinds } from "../../kinds/kinds.ts";
import { manifestLayout, projectLayout } from "../write/field-order.ts";
import { formatYaml } from "./format-yaml.ts";

const layout = manifestLayout(kinds);
const runs = Number(process.env.FMT_RUNS ?? 40);

/** The canonical form of a manifest that has one, whose own canonical form it is. */
function formatted(text: string): string {
  const once = formatYaml("manifest.yaml", text, layout);
  expect(once.diagnostics).toEqual([]);
  expect(formatYaml("manifest.yaml", once.text, layout).text).toBe(once.text);
  return once.text;
}

const cases: readonly { readonly name: string; readonly from: string; readonly to: string }[] = [
  {
    name: "what a document says of itself comes first, and collections stay as they are written",
    from: "teams: {}\nspaces: {}\nmanage: { teams: exact }\norganization: acme\n",
    to: "organization: acme\nmanage: { teams: exact }\nteams: {}\nspaces: {}\n",
  },
  {
    name: "fields are in the order of the kind: id, fields, what it says of itself, what it holds",
    from: "sites:\n  z:\n    manage: { shareLinks: exact }\n    structure: []\n    protect: true\n    visibility: public\n    id: s1\n    title: Z\n  a: { published: true, title: A }\n",
    to: "sites:\n  z:\n    id: s1\n    title: Z\n    visibility: public\n    protect: true\n    structure: []\n    manage: { shareLinks: exact }\n  a: { title: A, published: true }\n",
  },
  {
    name: "an item begins with its key",
    from: "sites:\n  a:\n    structure:\n    - title: T\n      section: t\n      spaces: [{path: p, space: s}]\n",
    to: "sites:\n  a:\n    structure:\n      - section: t\n        title: T\n        spaces: [{ space: s, path: p }]\n",
  },
  {
    name: "a comment stays with the line below it, with its own line, or with the end of its block",
    from: "teams:\n  docs: # of docs\n    # of members\n    members: # beside members\n      a@x.example: owner # beside a\n      # end of members\n    # of title\n\n    title: Docs # beside title\n    # end of docs\n\n  # of ops\n  ops: { title: Ops }\n# end\n",
    to: "teams:\n  docs: # of docs\n    # of title\n\n    title: Docs # beside title\n    # of members\n    members: # beside members\n      a@x.example: owner # beside a\n      # end of members\n    # end of docs\n\n  # of ops\n  ops: { title: Ops }\n# end\n",
  },
  {
    name: "a comment at the end of a list, as deep as its dashes, stays in the list, at each depth",
    from: "order:\n  - space: a\n  # - space: b\nsites:\n  hub:\n    structure:\n      - section: x\n        spaces:\n          - space: a\n          # - space: b\n\n        # of x\n      # - section: y\n      #   spaces: [{ space: b }]\n    # of hub\n",
    to: "order:\n  - space: a\n  # - space: b\nsites:\n  hub:\n    structure:\n      - section: x\n        spaces:\n          - space: a\n          # - space: b\n\n        # of x\n      # - section: y\n      #   spaces: [{ space: b }]\n    # of hub\n",
  },
  {
    name: "below dashes in the column of their key, a comment is of the list when it is written like an item",
    from: "order:\n- space: a\n# - space: b\n#   title: B\n# of spaces\nspaces: {}\n---\norder:\n- space: a\n# of spaces\nspaces: {}\n",
    to: "order:\n  - space: a\n  # - space: b\n  #   title: B\n# of spaces\nspaces: {}\n---\norder:\n  - space: a\n# of spaces\nspaces: {}\n",
  },
  {
    name: "what stands above a blank line is the head of the file, and so is a modeline",
    from: "# yaml-language-server: $schema=x.json\n# of teams\nteams: {}\n# of acme\norganization: acme\n---\n# head\n\n# of teams\nteams: {}\norganization: acme\n",
    to: "# yaml-language-server: $schema=x.json\n# of acme\norganization: acme\n# of teams\nteams: {}\n---\n# head\n\norganization: acme\n# of teams\nteams: {}\n",
  },
  {
    name: "blank lines stay between the same places, one at a time",
    from: "\n\nteams:\n\n  a:\n    members: {}\n\n\n    title: A\n\n\n\n  b: { title: B }\n\n\n",
    to: "teams:\n  a:\n    title: A\n\n    members: {}\n\n  b: { title: B }\n",
  },
  {
    name: "texts stay as they are written: quotes, escapes, numbers, blocks and lines stay",
    from: "spaces:\n    a:\n        title:   \"\\u202e x\"\n        emoji: 0x1F\n        language: 'it''s'\n        description: >-\n            folded\n              more\n\n            end\n\n        # below a block\n        keep: |+\n          x\n\n        plain: one\n          two\n",
    to: "spaces:\n  a:\n    title: \"\\u202e x\"\n    emoji: 0x1F\n    language: 'it''s'\n    description: >-\n      folded\n        more\n\n      end\n\n    # below a block\n    keep: |+\n      x\n\n    plain: one\n      two\n",
  },
  {
    name: "blank lines in a text are its own, also at the end of the file",
    from: "teams:\n  a:\n    text: |\n        one\n\n\n          two\n    title: |+\n      x\n\n\n",
    to: "teams:\n  a:\n    title: |+\n      x\n\n\n    text: |\n      one\n\n\n        two\n",
  },
  {
    name: "a text that keeps its end stays the last",
    from: "teams:\n  a:\n      text: |+\n        x\n\n",
    to: "teams:\n  a:\n    text: |+\n      x\n\n",
  },
  {
    name: "an alias never comes before its anchor: then the file keeps its order",
    from: "sites:\n  a:\n    published: &yes   true\n    adaptiveContent: *yes\n    title: A\n",
    to: "sites:\n  a:\n    published: &yes true\n    adaptiveContent: *yes\n    title: A\n",
  },
  {
    name: "anchors move with their values",
    from: "teams:\n  a:\n    members: &people\n      a@x.example: owner\n    title: A\n  b: { members: *people, title: B }\n",
    to: "teams:\n  a:\n    title: A\n    members: &people\n      a@x.example: owner\n  b: { title: B, members: *people }\n",
  },
  {
    name: "a map in braces over several lines stays as it is written, with its comments",
    from: "sites:\n  a: {visibility: public,\n         title: A}\n  b: {visibility: public, # c\n    title: B}\n",
    to: "sites:\n  a: {visibility: public,\n    title: A}\n  b: {visibility: public, # c\n    title: B}\n",
  },
];

describe("the canonical form", () => {
  test.each(cases)("$name", ({ from, to }) => {
    expect(formatted(from)).toBe(to);
    expect(formatted(from.replaceAll("\n", "\r\n"))).toBe(to.replaceAll("\n", "\r\n"));
    expect(formatted(`\uFEFF${from}`)).toBe(`\uFEFF${to}`);
  });

  test("of docform.yaml is that of its schema", () => {
    const text =
      "# head\n\nguards: { exposure: hold, minAdmins: 1 }\nenvironments:\n  live: { organizations: { a: { id: b } }, platform: { baseUrl: x } }\norganizations: {}\nplatform: { baseUrl: y }\n";
    expect(formatYaml("docform.yaml", text, projectLayout()).text).toBe(
      "# head\n\nplatform: { baseUrl: y }\norganizations: {}\nguards: { minAdmins: 1, exposure: hold }\nenvironments:\n  live: { platform: { baseUrl: x }, organizations: { a: { id: b } } }\n",
    );
  });

  test.each([
    ["no YAML", "a: [\n", "DF1001"],
    ["a key twice", "a: 1\na: 2\n", "DF1002"],
    ["a list", "- a\n", "DF1040"],
  ])("there is none of %s: it stays, and that is said", (_, text, code) => {
    const { text: after, diagnostics } = formatYaml("manifest.yaml", text, layout);
    expect(after).toBe(text);
    expect(diagnostics).toMatchObject([{ code, source: { file: "manifest.yaml" } }]);
  });

  test("of a file with nothing but comments is the file", () => {
    expect(formatted("# later\n")).toBe("# later\n");
    expect(formatted("")).toBe("");
  });
});

describe("of random manifests", () => {
  test("it has the same values, every comment where it was, and is its own canonical form", () => {
    fc.assert(
      fc.property(fc.gen(), (gen) => {
        const { text, ending } = randomManifest(gen);
        const after = formatted(text);
        expect(valuesOf(after)).toEqual(valuesOf(text));
        expect(owners(after)).toEqual(owners(text));
        expect(after.includes("\r\n")).toBe(ending === "\r\n");
      }),
      { numRuns: runs },
    );
  });

  test("its keys are in order, whatever order they are written in, unless an alias forbids it", () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(["id", "title", "type", "visibility", "basename", "published"]),
        (keys) => {
          const text = `sites:\n  a: {}\n  b:\n${keys.map((key) => `    ${key}: x\n`).join("")}`;
          const sorted = [...keys].sort((a, b) => orderOfSite.indexOf(a) - orderOfSite.indexOf(b));
          const { sites } = parse(formatted(text)) as { sites: { b: object | null } };
          expect(Object.keys(sites.b ?? {})).toEqual(sorted);
        },
      ),
      { numRuns: runs },
    );
  });

  const examples = readdirSync("examples", { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".yaml"))
    .map((file) => readFileSync(`examples/${file}`, "utf8"));

  test("a damaged file is formatted without a change of meaning, or left alone with a diagnostic", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...examples),
        fc.array(damage, { minLength: 1, maxLength: 4 }),
        (text, all) => {
          const damaged = all.reduce((now, mend) => mend(now), text.slice(0, 1500));
          const { text: after, diagnostics } = formatYaml("manifest.yaml", damaged, layout);
          if (diagnostics.length > 0) expect(after).toBe(damaged);
          else expect(valuesOf(after)).toEqual(valuesOf(damaged));
        },
      ),
      { numRuns: runs },
    );
  });
});

const orderOfSite = ["id", "title", "type", "visibility", "basename", "published"];

const damage = fc
  .tuple(
    fc.nat(1500),
    fc.nat(6),
    fc.constantFrom("", " ", "\n", "#", ":", "-", "{", "&a ", "*a", "|", "\t", "? ", '"', "\n  "),
  )
  .map(
    ([at, length, text]) =>
      (now: string) =>
        now.slice(0, at) + text + now.slice(at + length),
  );

function valuesOf(text: string): unknown {
  return parseAllDocuments(text, { uniqueKeys: false }).map(
    (one) => one.toJS({ maxAliasCount: -1 }) as unknown,
  );
}

/** Of each comment, the key on its line, or the key after it. */
function owners(text: string): Readonly<Record<string, string>> {
  const lines = text.split(/\r?\n/);
  const found = lines.flatMap((line, at) => {
    const [, before = "", comment] = /^(.*?)(?:^|\s)# (of \d+|beside \d+|end \d+)$/.exec(line) ?? [];
    if (comment === undefined || comment.startsWith("end"))
      return comment === undefined ? [] : [[comment, ""]];
    const owner =
      before.trim() === ""
        ? (lines.slice(at).find((next) => /^[^#]*\S/.test(next.split("#")[0] ?? "")) ?? "")
        : before;
    return [
      [
        comment,
        owner
          .trim()
          .replace(/^(-\s+)?("?[\w.@-]+"?):.*$/, (_, dash, key) =>
            dash === undefined || comment.startsWith("beside") ? key : "item",
          ),
      ],
    ];
  });
  return Object.fromEntries(found) as Readonly<Record<string, string>>;
}
