import { expect } from "vitest";
import { kinds } from "../../../src/kinds/kinds.ts";
import { formatYaml } from "../../../src/manifest/format/format-yaml.ts";
import { manifestLayout } from "../../../src/manifest/write/field-order.ts";
import { pullNew } from "../../../src/pull/pull-texts.ts";
import { law } from "../harness/law.ts";
import { simulate } from "../harness/simulation.ts";
import { seedOf, world } from "../worlds/world.ts";

const organizations = [
  { alias: "acme", id: "org_acme" },
  { alias: "globex", id: "org_globex" },
];

const layoutOfManifests = manifestLayout(kinds);

for (const isFull of [false, true])
  law(
    `pull: what is live, as manifests, is valid, plans empty, and is in canonical form${isFull ? ", with all that has a default" : ""}`,
    world,
    async (drawn) => {
      const { reader, mutations } = simulate(seedOf(drawn));
      const layout = isFull ? "single" : "files";
      const target = { folder: "manifests", layout, isShared: true, edition: "reference" } as const;
      const pulled = await pullNew({ ...target, organizations, isFull }, reader, {});
      const told = pulled.files.map(({ text }) => text).join("\n");
      expect(pulled.files.length, told).toBeGreaterThan(0);
      expect(pulled.diagnostics, told).toEqual([]);
      expect(pulled.changing, told).toEqual([]);
      for (const { path, text } of pulled.files)
        expect(formatYaml(path, text, layoutOfManifests), path).toEqual({ text, diagnostics: [] });
      expect(mutations).toEqual([]);
    },
    isFull ? 0.25 : 1,
  );
