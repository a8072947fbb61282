import { startTestPlatform, type TestPlatform } from "../support/platform/start-platform.ts";
import { folderWith, type Project, quietly } from "../support/processes/cli-fixture.ts";

/** The aliases of so many organizations: o001, o002 … */
export function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => `o${String(at + 1).padStart(3, "0")}`);
}

/** The organizations that requests were for. */
export function asked(platform: TestPlatform): ReadonlySet<string> {
  const paths = platform.takeRequests().map(({ path }) => path);
  return new Set(paths.flatMap((path) => /\/(?:orgs\/org|spaces\/sp)_(\w+)/.exec(path)?.[1] ?? []));
}

/** The differences from organizations that are as declared. */
interface Parts {
  /** Organizations whose team is to have another title. */
  readonly changed?: readonly string[];
  /** The number of the first organizations that the token `canary-some` reaches. */
  readonly reached?: number;
}

/** Organizations with a team each, and two tokens. */
function seedOf(count: number, reached: number): object {
  const user = "ana@acme.example";
  const organizations = names(reached).map((name) => `org_${name}`);
  return {
    tokens: {
      "canary-all": { user, rights: "admin" },
      "canary-some": { user, rights: "admin", organizations },
    },
    organizations: names(count).map((name) => ({
      id: `org_${name}`,
      title: name,
      members: [{ email: user, role: "admin" }],
      teams: [{ id: `team_${name}`, title: "Docs", members: { [user]: "owner" } }],
    })),
  };
}

function filesOf(count: number, changed: readonly string[]): Readonly<Record<string, string>> {
  const listed = names(count).map((name) => `  ${name}: { id: org_${name} }`);
  const manifests = names(count).map((name) => {
    const fields = changed.includes(name) ? "title: Writers, previously: Docs" : "title: Docs";
    return [`manifests/${name}.yaml`, `organization: ${name}\nteams: { docs: { ${fields} } }\n`];
  });
  return {
    "docform.yaml": `organizations:\n${listed.join("\n")}\n`,
    ...Object.fromEntries(manifests),
  };
}

/** A project of several organizations on a platform of its own. */
export async function severalProject(count: number, { changed = [], reached = count }: Parts = {}) {
  const platform = await startTestPlatform(seedOf(count, reached));
  const folder = folderWith(filesOf(count, changed));
  const docform = (
    line: string,
    env: Readonly<Record<string, string>> = {},
  ): ReturnType<Project["docform"]> =>
    quietly(line, { cwd: folder, env: { ...platform.env, ...env }, sleep: platform.sleep });
  return { platform, folder, docform };
}
