import { toYaml } from "../../manifest/write/to-yaml.ts";
import type { JsonObject } from "../../text/json.ts";
import { githubNotes, githubWorkflow, withVersions } from "./github-workflow.ts";
import { gitlabNotes, gitlabPipeline } from "./gitlab-pipeline.ts";
import { type CiService, ownName, type PipelineProject } from "./pipeline-project.ts";

/** The pipeline: a plan on a pull request, apply on the merge, drift on a schedule. Its path is from the project folder. */
export function ciFile(
  service: CiService,
  project: PipelineProject,
): { readonly path: string; readonly text: string } {
  switch (service) {
    case "github":
      return {
        path: `${upwards(project)}.github/workflows/${ownName(project)}.yml`,
        text: withVersions(commented(githubNotes(project), githubWorkflow(project))),
      };
    case "gitlab":
      return { path: ".gitlab-ci.yml", text: commented(gitlabNotes(project), gitlabPipeline(project)) };
  }
}

/** GitHub looks for workflows at the root of the repository alone. */
function upwards({ folder }: PipelineProject): string {
  return folder === "." ? "" : "../".repeat(folder.split("/").length);
}

function commented(notes: readonly string[], pipeline: JsonObject): string {
  return `${notes.map((note) => `# ${note}\n`).join("")}${toYaml(pipeline, { spaced: true })}`;
}
