import { expect } from "vitest";
import { stringify } from "yaml";
import { law } from "../harness/law.ts";
import { simulate } from "../harness/simulation.ts";
import { manifestsOf, seedOf, world } from "../worlds/world.ts";
import { pullInto } from "./pull-project.ts";

law(
  "pull: manifests of another state say what is live afterwards, and a second pull changes no byte",
  world,
  async (drawn) => {
    const simulation = simulate(seedOf(drawn));
    const files = Object.fromEntries(
      Object.entries(manifestsOf(drawn)).map(([name, content]) => [`manifests/${name}`, stringify(content)]),
    );
    const first = await pullInto(simulation, files, { isPruned: true });
    const told = Object.values(first.files).join("\n---\n");
    expect(first.pulled.diagnostics, told).toEqual([]);
    // The text of a spec cannot be read back (A31).
    expect(
      first.pulled.leftOut.filter(({ field }) => field !== "source"),
      told,
    ).toEqual([]);
    expect(first.pulled.changing, `${Object.values(files).join("\n---\n")}\n=====\n${told}`).toEqual([]);
    const second = await pullInto(simulation, first.files, { isPruned: true });
    expect(second.pulled.files, told).toEqual([]);
    expect(simulation.mutations).toEqual([]);
  },
);
