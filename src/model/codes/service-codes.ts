import type { DiagnosticInfos } from "./diagnostic-info.ts";

/** DF506x: GitHub, GitLab and the pipelines that they run. */
export const serviceCodes = {
  DF5061: {
    title: "the pipeline cannot be used",
    meaning:
      "The variables or the event of the pipeline do not say what it is about. Or its event is pull_request_target, which gives secrets to the manifests of a stranger.",
    next: "Use the events pull_request, merge_group, push, schedule or workflow_dispatch. Hand the variables of the service on to docform.",
    example: {
      notShown: "A pipeline of GitHub Actions or GitLab CI makes it.",
      test: "src/service/pipeline.test.ts: a payload that cannot be read is named",
    },
  },
} as const satisfies DiagnosticInfos;
