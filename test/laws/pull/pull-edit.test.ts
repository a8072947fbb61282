import fc from "fast-check";
import { expect } from "vitest";
import { law } from "../harness/law.ts";
import { editByHand, handEdit } from "../harness/other-admin.ts";
import { recordOf } from "../harness/recorded.ts";
import { simulate } from "../harness/simulation.ts";
import { seedOf, world } from "../worlds/world.ts";
import { pullInto } from "./pull-project.ts";

const drawn = fc.record({
  world,
  edit: handEdit.map((edit) => ({ ...edit, type: "field" as const })),
  ending: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\uFEFF"),
  style: fc.nat(5),
});

/** The text as people leave it: with comments, and the line ends of their editor. Texts of several lines stay. */
function dressed(text: string, ending: string, mark: string): string {
  let block = -1;
  const lines = text.split("\n").flatMap((line, at) => {
    const indent = /^ */.exec(line)?.[0] ?? "";
    const isInBlock = block >= 0 && (line === "" || indent.length > block);
    if (!isInBlock) block = /[|>][+-]?$/.test(line) ? indent.length : -1;
    if (isInBlock || block >= 0 || line === "" || at % 3 !== 0) return [line];
    return [`${indent}# about line ${at}`, `${line} # at ${at}`];
  });
  return mark + lines.join(ending);
}

/** A field with a plain text on one line. */
const plainField = /^( +(?:- )?)(title|name|label|description): ([A-Za-z][\w -]*\w)$/;

/** The texts in the forms that people give them: block texts, quotes, and anchors with aliases. */
function inStyles(text: string, style: number): string {
  const anchors = new Map<string, string>();
  const lines = text.split("\n").map((line, at) => {
    const [, indent = "", key, value = ""] = plainField.exec(line) ?? [];
    const head = `${indent}${key}:`;
    const margin = " ".repeat(indent.length + 2);
    if (key === undefined) return line;
    switch ((at + style) % 6) {
      case 0:
        return `${head} |-\n${margin}${value}`;
      case 1:
        return `${head} >-\n${margin}${value}`;
      case 2:
        return `${head} '${value}'`;
      case 3:
        return `${head} "${value}"`;
      case 4: {
        const anchor = anchors.get(value);
        if (anchor !== undefined) return `${head} *${anchor}`;
        anchors.set(value, `a${at}`);
        return `${head} &a${at} ${value}`;
      }
      default:
        return line;
    }
  });
  return lines.join("\n");
}

/** Resources that hold nothing but plain values, in braces: every second one. */
function inBraces(text: string, style: number): string {
  const block = /^( +)([\w-]+):\n((?:\1 {2}\w+: [A-Za-z][\w -]*\n)+)(?!\1 )/gm;
  let count = style;
  return text.replace(block, (whole, indent: string, key: string, inner: string) => {
    const fields = inner
      .trimEnd()
      .split("\n")
      .map((line) => line.trim());
    return count++ % 2 === 0 ? `${indent}${key}: { ${fields.join(", ")} }\n` : whole;
  });
}

law(
  "pull: one value that somebody changes by hand is the one line that changes in the manifests",
  drawn,
  async ({ world: one, edit, ending, mark, style }) => {
    const simulation = simulate(seedOf(one));
    const first = await pullInto(simulation, {});
    const files = Object.fromEntries(
      Object.entries(first.files).map(([path, text]) => [
        path,
        dressed(inStyles(inBraces(text, style), style), ending, mark),
      ]),
    );
    const lastApply = recordOf(first.pulled.plan ?? { liveByAddress: () => new Map() });
    expect((await pullInto(simulation, files, { lastApply })).pulled.files).toEqual([]);
    if ((await editByHand(simulation, first.pulled.live.resources, edit)) === undefined) return;
    const { pulled } = await pullInto(simulation, files, { lastApply });
    expect(pulled.diagnostics).toEqual([]);
    expect(pulled.changing).toEqual([]);
    expect(pulled.files.length).toBeLessThanOrEqual(1);
    // A value repeated by an alias is not written for one of them: it is named, and stays.
    const repeated = pulled.leftOut.filter(({ why }) => why.includes("alias repeats"));
    if (repeated.length > 0) expect(pulled.files).toEqual([]);
    for (const { before = "", text } of pulled.files) {
      const [was, is] = [before, text].map((all) => all.split(ending));
      const gone = (was ?? []).filter((line) => is?.includes(line) !== true);
      const come = (is ?? []).filter((line) => was?.includes(line) !== true);
      const told = `${gone.join("\n")}\n=>\n${come.join("\n")}`;
      // A block text has its mark on the line above.
      const values = gone.filter((line) => !/: [|>]-( # at \d+)?$/.test(line));
      expect(values.length, told).toBeLessThanOrEqual(1);
      // Two of one name are told apart by an id from then on.
      expect(come.filter((line) => !/^ *(- )?id: /.test(line)).length, told).toBeLessThanOrEqual(1);
      expect(text.startsWith("\uFEFF")).toBe(mark !== "");
      expect(/[^\r]\n/.test(text) && ending === "\r\n").toBe(false);
    }
  },
);
