import type { JsonObject } from "../../text/json.ts";
import { ownName, type PipelineProject } from "./pipeline-project.ts";

/** Where a change means this project: its folder, the docform that is pinned above it, and this workflow. */
export function githubPathFilters(project: PipelineProject): string[] {
  const { folder } = project;
  const workflow = `.github/workflows/${ownName(project)}.yml`;
  return [`${folder}/**`, "package.json", "package-lock.json", "vendor/**", workflow];
}

/**
 * Tells whether a pull request changes this project. `paths:` of the event would do that too, but a required check that
 * never starts blocks the pull request; a job that is skipped passes.
 */
export function changedJob(project: PipelineProject): JsonObject {
  const escaped = githubPathFilters(project).map((path) =>
    path.endsWith("**")
      ? path.slice(0, -2).replace(/[^\w/-]/g, "[$&]")
      : `${path.replace(/[^\w/-]/g, "[$&]")}$`,
  );
  // GitHub lists 3,000 files at most.
  const script = `gh api --paginate "repos/$GITHUB_REPOSITORY/pulls/$PULL/files" --jq '.[] | .filename, (.previous_filename // empty)' > files
if grep -qE "$PATHS" files || [ "$(wc -l < files)" -ge 3000 ]; then answer=true; else answer=false; fi
echo "project=$answer" >> "$GITHUB_OUTPUT"
`;
  return {
    if: "github.event_name == 'pull_request'",
    "runs-on": "ubuntu-latest",
    "timeout-minutes": 5,
    permissions: { "pull-requests": "read" },
    outputs: { project: "${{ steps.files.outputs.project }}" },
    steps: [
      {
        id: "files",
        run: script,
        env: {
          GH_TOKEN: "${{ github.token }}",
          PULL: "${{ github.event.pull_request.number }}",
          PATHS: `^(${escaped.join("|")})`,
        },
      },
    ],
  };
}
