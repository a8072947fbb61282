import fc from "fast-check";
import { expect } from "vitest";
import { law } from "./law.ts";
import { editByHand, handEdit } from "./other-admin.ts";
import { pullInto } from "./pull-project.ts";
import { recordOf } from "./recorded.ts";
import { simulate } from "./simulation.ts";
import { seedOf, world } from "./world.ts";

const drawn = fc.record({
  world,
  edit: handEdit.map((edit) => ({ ...edit, type: "field" as const })),
  ending: fc.constantFrom("\n", "\r\n"),
  mark: fc.constantFrom("", "\uFEFF"),
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

law(
  "pull: one value that somebody changes by hand is the one line that changes in the manifests",
  drawn,
  async ({ world: one, edit, ending, mark }) => {
    const simulation = simulate(seedOf(one));
    const first = await pullInto(simulation, {});
    const files = Object.fromEntries(
      Object.entries(first.files).map(([path, text]) => [path, dressed(text, ending, mark)]),
    );
    const lastApply = recordOf(first.pulled.plan ?? { known: new Map() });
    expect((await pullInto(simulation, files, { lastApply })).pulled.files).toEqual([]);
    if ((await editByHand(simulation, first.pulled.live.resources, edit)) === undefined) return;
    const { pulled } = await pullInto(simulation, files, { lastApply });
    expect(pulled.diagnostics).toEqual([]);
    expect(pulled.changing).toEqual([]);
    expect(pulled.files.length).toBeLessThanOrEqual(1);
    for (const { before = "", text } of pulled.files) {
      const [was, is] = [before, text].map((all) => all.split(ending));
      const gone = (was ?? []).filter((line) => is?.includes(line) !== true);
      const come = (is ?? []).filter((line) => was?.includes(line) !== true);
      const told = `${gone.join("\n")}\n=>\n${come.join("\n")}`;
      expect(gone.length, told).toBeLessThanOrEqual(1);
      // Two of one name are told apart by an id from then on.
      expect(come.filter((line) => !/^ *(- )?id: /.test(line)).length, told).toBeLessThanOrEqual(1);
      expect(text.startsWith("\uFEFF")).toBe(mark !== "");
      expect(/[^\r]\n/.test(text) && ending === "\r\n").toBe(false);
    }
  },
);
