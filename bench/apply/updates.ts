import { loadProject } from "../../src/manifest/load/load-project.ts";
import { memoryFiles } from "../../src/manifest/read/project-files.ts";
import type { MadePlan } from "../../src/planner/plan.ts";
import type { Connection } from "../../src/project/connect.ts";
import { makePlan } from "../../src/runs/make-plan.ts";

const id = "org_bench";

/** A platform with so many teams, as a seed. */
export function seedOf(teams: number): object {
  const titled = Array.from({ length: teams }, (_, at) => ({ id: `team_${at}`, title: `Team ${at}` }));
  const members = [{ id: "usr_ana", email: "ana@bench.example", role: "admin" }];
  return { organizations: [{ id, title: "Bench", members, teams: titled }] };
}

/** A project that wants another title for each of them: updates that do not depend on each other. */
export async function planUpdates(teams: number, connection: Connection): Promise<MadePlan> {
  const lines = Array.from(
    { length: teams },
    (_, at) => `  t${at}: { id: team_${at}, title: Renamed ${at} }`,
  );
  const files = memoryFiles({
    "docform.yaml": `organizations: { bench: { id: ${id} } }\n`,
    "manifests/teams.yaml": `organization: bench\nteams:\n${lines.join("\n")}\n`,
  });
  const project = await loadProject("/project", files, { env: {} });
  if (project.diagnostics.length > 0) throw new Error(JSON.stringify(project.diagnostics.slice(0, 3)));
  const made = await makePlan(project, connection);
  if (made.document.steps.length !== teams) throw new Error(`${made.document.steps.length} steps`);
  return made;
}
