import { toYaml } from "../../manifest/write/to-yaml.ts";
import type { JsonObject } from "../../text/json.ts";
import { withVersions } from "./github-job.ts";
import { githubNotes, githubWorkflow } from "./github-workflow.ts";
import { gitlabNotes, gitlabPipeline, gitlabUnitJobs } from "./gitlab-pipeline.ts";
import { unitJobsFile } from "./gitlab-units.ts";
import { type CiService, ownName, type PipelineProject } from "./pipeline-project.ts";

interface CiFile {
  /** From the project folder. */
  readonly path: string;
  readonly text: string;
}

/** The pipeline: a plan on a pull request, apply on the merge, drift on a schedule. */
export function ciFiles(service: CiService, project: PipelineProject): readonly CiFile[] {
  switch (service) {
    case "github": {
      const text = withVersions(commented(githubNotes(project), githubWorkflow(project)));
      return [{ path: `${upwards(project)}.github/workflows/${ownName(project)}.yml`, text }];
    }
    case "gitlab": {
      const pipeline = {
        path: ".gitlab-ci.yml",
        text: commented(gitlabNotes(project), gitlabPipeline(project)),
      };
      if (!project.hasSeveral) return [pipeline];
      return [pipeline, { path: unitJobsFile, text: commented([unitJobsNote], gitlabUnitJobs(project)) }];
    }
  }
}

const unitJobsNote = "docform: the jobs of each organization. .gitlab-ci.yml starts them in child pipelines.";

/** GitHub looks for workflows at the root of the repository alone. */
function upwards({ folder }: PipelineProject): string {
  return folder === "." ? "" : "../".repeat(folder.split("/").length);
}

function commented(notes: readonly string[], pipeline: JsonObject): string {
  return `${notes.map((note) => `# ${note}\n`).join("")}${toYaml(pipeline, { spaced: true })}`;
}
