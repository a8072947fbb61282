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
 * Four projects of one organization whose plans have thirty calls and more. The example acme has three times as many, and is
 * planned for most of a second; test/runs/apply-kill.deep.test.ts crashes that one.
 */
export function subjects(): readonly Subject[] {
  return [
    { name: "library and teams", project: exampleProject("library", 12) },
    { name: "everything", project: drawnProject(together, 34, { hasCertificate: true, newTeams: 0 }) },
    { name: "site and teams", project: drawnProject(world, 134, { hasCertificate: true, newTeams: 12 }) },
    {
      name: "site, teams, spaces and people in gitbook",
      project: drawnProject(gitbookWorld, 134, {
        hasCertificate: true,
        newTeams: 6,
        gitbook: { newSpaces: 6, newPeople: 4, newRedirects: 6, hasLooks: true },
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

/** An example, without its environments, and so many teams that are not there yet. */
function exampleProject(name: string, newTeams: number): Project {
  const { tokens, organizations } = readYaml(`examples/${name}/live.yaml`) as Live;
  const settings = readYaml(`examples/${name}/docform.yaml`) as Settings;
  const texts = filesIn(`examples/${name}`)
    .filter((path) => path.startsWith("manifests/") || path.endsWith(".pem"))
    .map((path) => [`${folder}/${path}`, textOf(`examples/${name}/${path}`)]);
  const [organization] = Object.keys(settings.organizations);
  const teams = Array.from({ length: newTeams }, (_, at) => [`new${at}`, { title: `New ${at}` }]);
  const added = JSON.stringify({ organization, teams: Object.fromEntries(teams) });
  const project = JSON.stringify({
    organizations: settings.organizations,
    variables: settings.variables,
    defaults: settings.defaults,
  });
  return {
    edition: "reference",
    files: {
      ...Object.fromEntries(texts),
      [`${folder}/manifests/teams.yaml`]: added,
      [`${folder}/docform.yaml`]: project,
    },
    seed: { now: "2026-06-02T08:00:00Z", tokens, organizations },
    now: "2026-06-02T08:00:00Z",
  };
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
