import fc from "fast-check";
import { expect, test } from "vitest";
import { load } from "../../test/support/projects/load-manifests.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { narrowedTo, selectUnits, unitsOf, wholeUnit } from "./units.ts";

const aliases = ["a", "b", "c", "d", "e"];

/** A project with the organizations a to e; each pair transfers a space from the first to the second. */
function projectWith(transfers: readonly (readonly [string, string])[] = []): Promise<Project> {
  const ids = aliases.map((alias) => `  ${alias}: { id: org_${alias} }`).join("\n");
  const bodies = aliases.map((alias) => {
    const moved = transfers.map(([from, to], at) => [from, `  s${at}: { title: S${at}, transferTo: ${to} }`]);
    const own = moved.filter(([from]) => from === alias).map(([, line]) => line);
    return `organization: ${alias}\nteams: { docs: { title: Docs } }\nspaces:\n  own: { title: Own }\n${own.join("\n")}\n`;
  });
  return load({
    "docform.yaml": `platform: { baseUrl: https://api.example }\norganizations:\n${ids}\n`,
    ...Object.fromEntries(bodies.map((body, at) => [`manifests/${at}.yaml`, body])),
  });
}

const names = (project: Project): readonly string[] => unitsOf(project).map(({ name }) => name);

test("each organization is a unit", async () => {
  expect(names(await projectWith())).toEqual(["a", "b", "c", "d", "e"]);
});

test("transfers join organizations, in whatever order they are declared", async () => {
  const project = await projectWith([
    ["d", "a"],
    ["c", "e"],
    ["a", "c"],
  ]);
  expect(names(project)).toEqual(["a+c+d+e", "b"]);
});

test("a transfer to an organization without manifests joins nothing", async () => {
  const project = await load({
    "docform.yaml": "organizations: { a: { id: org_a }, b: { id: org_b } }\n",
    "manifests/a.yaml": "organization: a\nspaces: { s: { title: S, transferTo: b } }\n",
  });
  expect(names(project)).toEqual(["a"]);
});

test("units part the organizations, and their narrowed projects part what is declared", async () => {
  const pair = fc.tuple(fc.constantFrom(...aliases), fc.constantFrom(...aliases));
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        pair.filter(([from, to]) => from !== to),
        { maxLength: 5 },
      ),
      async (transfers) => {
        const project = await projectWith(transfers);
        const units = unitsOf(project);
        expect(units.flatMap((unit) => unit.aliases).sort()).toEqual(aliases);
        const unitOf = (alias: string) => units.find((unit) => unit.aliases.includes(alias))?.name;
        for (const [from, to] of transfers) expect(unitOf(from)).toBe(unitOf(to));
        const parts = units.flatMap((unit) => narrowedTo(project, unit).desired.resources);
        expect(parts.map(({ address }) => address).sort()).toEqual(
          project.desired.resources.map(({ address }) => address).sort(),
        );
      },
    ),
    { numRuns: 30 },
  );
});

test("a target chooses its unit; one that is the whole unit is no target in it", async () => {
  const project = await projectWith([["d", "e"]]);
  const chosen = (...target: string[]) => selectUnits(project, { target });
  expect(chosen("b")).toEqual({ units: [{ name: "b", aliases: ["b"] }], isSeveral: false });
  expect(chosen("b/teams.docs").units).toEqual([{ name: "b", aliases: ["b"], targets: ["b/teams.docs"] }]);
  expect(chosen("d", "a/teams")).toMatchObject({
    units: [
      { name: "a", targets: ["a/teams"] },
      { name: "d+e", targets: ["d"] },
    ],
    isSeveral: true,
  });
  expect(chosen("e", "d").units).toEqual([{ name: "d+e", aliases: ["d", "e"] }]);
  expect(chosen("d+e").units).toEqual([{ name: "d+e", aliases: ["d", "e"] }]);
  expect(chosen("spaces.s0").units).toMatchObject([{ name: "d+e", targets: ["d/spaces.s0"] }]);
  expect(selectUnits(project, {}).units).toHaveLength(4);
});

test("targets that are one unit as a whole have its name, where the project has others", async () => {
  const project = await projectWith([["d", "e"]]);
  expect(
    [["b"], ["d+e"], ["e", "d"], ["b/teams"], ["a", "b"], []].map((one) => wholeUnit(project, one)),
  ).toEqual(["b", "d+e", "d+e", undefined, undefined, undefined]);
});

test("a target that fits nothing, or several organizations, is an error before anything is read", async () => {
  const project = await projectWith();
  expect(() => selectUnits(project, { target: ["teams.dosc"] })).toThrow(
    '--target "teams.dosc" names nothing that is declared',
  );
  expect(() => selectUnits(project, { target: ["teams.docs"] })).toThrow(
    '--target "teams.docs" is in 5 organizations',
  );
});

test("in a project of one organization, targets are left to the plan", async () => {
  const project = await load({
    "manifests/a.yaml": "organization: acme\nteams: { docs: { title: Docs } }\n",
  });
  expect(selectUnits(project, { target: ["teams.old"] })).toEqual({
    units: [{ name: "acme", aliases: ["acme"], targets: ["teams.old"] }],
    isSeveral: false,
  });
});
