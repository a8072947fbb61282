import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { parse } from "yaml";
import { gitbookWorld } from "../laws/worlds/gitbook-world.ts";
import { together, type World, world } from "../laws/worlds/world.ts";
import { folder } from "./machine/process.ts";
import { type Project, type ProjectParts, projectOf } from "./project.ts";

/** A project whose every call goes wrong in every way. */
export interface Subject {
  readonly name: string;
  readonly project: Project;
}

interface Live {
  readonly tokens: object;
  readonly organizations: readonly object[];
}

/**
 * Four projects whose plans have thirty calls and more. The example acme has three times as many, and is planned for
 * most of a second; test/runs/apply-kill.deep.test.ts crashes that one.
 */
export function subjects(): readonly Subject[] {
  return [
    { name: "library and northlane", project: exampleProject(["library", "northlane"]) },
    { name: "everything", project: drawnProject(together, 34, { hasCertificate: true, newTeams: 0 }) },
    { name: "site and teams", project: drawnProject(world, 134, { hasCertificate: true, newTeams: 12 }) },
    {
      name: "site, teams, spaces and people in gitbook",
      project: drawnProject(gitbookWorld, 134, {
        hasCertificate: true,
        newTeams: 6,
        gitbook: { newSpaces: 6, newPeople: 4 },
      }),
    },
  ];
}

/** A random world whose seed is known to give many changes. */
function drawnProject(worlds: fc.Arbitrary<World>, seed: number, parts: ProjectParts): Project {
  const [drawn] = fc.sample(worlds, { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error("there is no world");
  return projectOf(drawn, parts);
}

/** The settings of a docform.yaml that hold without an environment. */
interface Settings {
  readonly organizations: object;
  readonly variables?: object;
  readonly defaults?: object;
}

/** Examples as one project: each in a folder of its own. */
function exampleProject(names: readonly string[]): Project {
  const lives = names.map((name) => readYaml(`examples/${name}/live.yaml`) as Live);
  const settings = names.map((name) => readYaml(`examples/${name}/docform.yaml`) as Settings);
  const together = (key: keyof Settings) => Object.assign({}, ...settings.map((one) => one[key]));
  const texts = names.flatMap((name) =>
    filesIn(`examples/${name}`)
      .filter((path) => path.startsWith("manifests/") || path.endsWith(".pem"))
      .map((path) => [`${folder}/${inFolder(name, path)}`, textOf(`examples/${name}/${path}`)]),
  );
  const project = JSON.stringify({
    organizations: together("organizations"),
    variables: together("variables"),
    defaults: together("defaults"),
  });
  return {
    edition: "reference",
    files: { ...Object.fromEntries(texts), [`${folder}/docform.yaml`]: project },
    seed: {
      now: "2026-06-02T08:00:00Z",
      tokens: Object.assign({}, ...lives.map(({ tokens }) => tokens)),
      organizations: lives.flatMap((live) => live.organizations),
    },
    now: "2026-06-02T08:00:00Z",
  };
}

function inFolder(name: string, path: string): string {
  return path.replace("manifests/", `manifests/${name}/`);
}

function filesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1));
}

function textOf(path: string): string {
  return readFileSync(path, "utf8");
}

function readYaml(path: string): unknown {
  return parse(textOf(path));
}
