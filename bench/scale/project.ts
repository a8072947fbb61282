/** The files of a project with many organizations, and a seed in which each of these lacks one title. */
interface ScaleProject {
  readonly files: Readonly<Record<string, string>>;
  readonly seed: unknown;
}

const range = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);

const teams = range(8);
const spaces = range(4);

/** A project of so many organizations, `o0` and on. Each has a site, 8 teams and 4 spaces, from one baseline and a table. */
export function scaleProject(count: number): ScaleProject {
  const rows = range(count).map((at) => `o${at},org_${at}\n`);
  const baseline = {
    organizations: { select: {} },
    teams: Object.fromEntries(teams.map((at) => [`t${at}`, { title: `Team ${at}` }])),
    spaces: Object.fromEntries(spaces.map((at) => [`s${at}`, { title: `Space ${at}` }])),
    sites: { help: { title: "Help", structure: spaces.map((at) => ({ space: `s${at}`, path: `p${at}` })) } },
  };
  return {
    files: {
      "docform.yaml": "organizations: { from: organizations.csv }\n",
      "organizations.csv": `alias,id\n${rows.join("")}`,
      "manifests/baseline.yaml": `${JSON.stringify(baseline)}\n`,
    },
    seed: { organizations: range(count).map(organization) },
  };
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
