import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { parse } from "yaml";
import { together } from "../laws/world.ts";
import { folder } from "./process.ts";
import { type Project, projectOf } from "./project.ts";

/** A project whose every call goes wrong in every way. */
export interface Subject {
  readonly name: string;
  readonly project: Project;
}

interface Live {
  readonly tokens: object;
  readonly organizations: readonly object[];
}

/** Three projects whose plans have thirty calls and more. */
export function subjects(): readonly Subject[] {
  const [everything] = fc.sample(together, { seed: seedOfEverything, numRuns: 1 });
  if (everything === undefined) throw new Error("there is no world");
  return [
    { name: "acme", project: exampleProject(["acme"]) },
    { name: "library and northlane", project: exampleProject(["library", "northlane"]) },
    { name: "everything", project: projectOf(everything, { hasCertificate: true, newTeams: 0 }) },
  ];
}

/** A seed for which a world has all its parts, and many changes. */
const seedOfEverything = 34;

/** Examples as one project: each in a folder of its own. */
export function exampleProject(names: readonly string[]): Project {
  const lives = names.map((name) => readYaml(`examples/${name}/live.yaml`) as Live);
  const settings = names.map(
    (name) => readYaml(`examples/${name}/docform.yaml`) as { organizations: object },
  );
  const organizations = Object.assign({}, ...settings.map(({ organizations }) => organizations));
  const texts = names.flatMap((name) =>
    filesIn(`examples/${name}`)
      .filter((path) => path.startsWith("manifests/") || path.endsWith(".pem"))
      .map((path) => [
        `${folder}/${names.length > 1 ? inFolder(name, path) : path}`,
        textOf(`examples/${name}/${path}`),
      ]),
  );
  const project = JSON.stringify({ organizations });
  return {
    files: { ...Object.fromEntries(texts), [`${folder}/docform.yaml`]: project },
    seed: {
      now: "2026-06-02T08:00:00Z",
      tokens: Object.assign({}, ...lives.map(({ tokens }) => tokens)),
      ...(names.length > 1 ? {} : lives[0]),
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
