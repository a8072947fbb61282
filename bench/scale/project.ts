import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

const teams = range(8);
const spaces = range(4);

/**
 * Writes a project of so many organizations, `o0` and on, with further lines of docform.yaml, as a commit of git. Each has a site, 8 teams
 * and 4 spaces, from one baseline and a table. In the seed beside it, `seed.json`, each has another title for a team.
 */
export function writeProject(folder: string, count: number, settings: string): void {
  const rows = range(count).map((at) => `o${at},org_${at}\n`);
  const baseline = {
    organizations: { select: {} },
    teams: Object.fromEntries(teams.map((at) => [`t${at}`, { title: `Team ${at}` }])),
    spaces: Object.fromEntries(spaces.map((at) => [`s${at}`, { title: `Space ${at}` }])),
    sites: { help: { title: "Help", structure: spaces.map((at) => ({ space: `s${at}`, path: `p${at}` })) } },
  };
  const files = {
    "docform.yaml": `organizations: { from: organizations.csv }\n${settings}`,
    "organizations.csv": `alias,id\n${rows.join("")}`,
    "manifests/baseline.yaml": `${JSON.stringify(baseline)}\n`,
    "seed.json": JSON.stringify({ organizations: range(count).map(organization) }),
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const who = ["-c", "user.name=Ana", "-c", "user.email=ana@acme.example"];
  for (const line of ["init --quiet", "add --all", "commit --quiet --message Project"])
    execFileSync("git", [...who, ...line.split(" ")], { cwd: folder });
}

function organization(at: number): unknown {
  const structure = spaces.map((one) => ({ space: `o${at}_s${one}`, path: `p${one}` }));
  return {
    id: `org_${at}`,
    title: `Organization ${at}`,
    teams: teams.map((one) => ({ id: `o${at}_t${one}`, title: one === 0 ? "Old" : `Team ${one}` })),
    spaces: spaces.map((one) => ({ id: `o${at}_s${one}`, title: `Space ${one}` })),
    sites: [{ id: `o${at}_help`, title: "Help", structure }],
  };
}
