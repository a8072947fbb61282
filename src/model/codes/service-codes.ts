import { type DiagnosticInfos, docsTeam } from "./diagnostic-info.ts";

/** DF506x: GitHub, GitLab and the pipelines that they run. */
export const serviceCodes = {
  DF5060: {
    title: "GitHub or GitLab refuses",
    meaning:
      "The service of the repository refused a request, gave no usable answer, or docform has no token that it may send there. The message says what was asked; the hint names the permission that it takes, or says that it is a rate limit.",
    next: "Give the token the permission of the hint. At a rate limit, or when the service fails, run again later.",
    example: {
      files: { "plan.md": "<!-- docform plan acme -->\nThe plan\n" },
      env: {
        GITLAB_CI: "true",
        CI_API_V4_URL: "https://gitlab.example/api/v4",
        CI_PROJECT_ID: "5",
        CI_COMMIT_SHA: "4f2c1a9",
        CI_JOB_TOKEN: "token-of-job",
      },
      line: "comment plan.md --pull 7",
    },
  },
  DF5061: {
    title: "the pipeline cannot be used",
    meaning:
      "The variables or the event of the pipeline do not say what it is about. Or its event, such as pull_request_target, workflow_run, issue_comment or repository_dispatch, may give secrets to the manifests of a stranger. Or docform ci apply runs on a tag, or on another branch than the default one.",
    next: "Use the events pull_request, merge_group, push, schedule or workflow_dispatch. Name another branch that is applied with docform ci apply --branch NAME. Hand the variables of the service on to docform.",
    example: {
      notShown: "A pipeline of GitHub Actions or GitLab CI makes it.",
      test: "src/service/pipeline.test.ts: a payload that cannot be read is named",
    },
  },
  DF5062: {
    title: "a text cannot be a comment",
    meaning:
      "The text for a comment or an issue cannot be read, is empty, has more than 60,000 bytes, or has no mark by which docform finds it again.",
    next: "docform plan --format markdown writes a text that fits and has a mark. Give another text a mark with --mark NAME.",
    example: { files: { "hello.md": "Hello\n" }, line: "comment hello.md" },
  },
  DF5063: {
    title: "nobody was told about drift",
    meaning:
      "docform drift --notify found drift and could not send its message. DOCFORM_NOTIFY_URL is not set or is no https address, DOCFORM_NOTIFY_FORMAT is unknown, or the receiver refused, could not be reached or failed four times, or did not answer in 10 seconds. It is a warning: the exit code is that of drift.",
    next: "Set DOCFORM_NOTIFY_URL to the address of the webhook, which begins with https.",
    example: {
      files: docsTeam,
      line: "drift --notify",
    },
  },
  DF5064: {
    title: "there is no reviewed plan",
    meaning:
      "docform ci apply runs the plan that a comment of the merged pull request showed. There is no such pull request, its comment is gone or of another account, or the comment is about an older commit or another branch. Or the rules of the branch that it was merged into held the plan, and nobody let that pass.",
    next: "Review the plan in the log of the job. Then start the job by hand with its digest, which docform ci apply takes as --expect. Whoever needs no review runs docform ci apply --unreviewed.",
    example: {
      notShown: "A pipeline of GitHub Actions or GitLab CI makes it.",
      test: "test/pipeline/ci-apply.deep.test.ts: a merge without a reviewed plan stops",
    },
  },
  DF5065: {
    title: "a report of the command failed",
    meaning:
      "The command itself ended as it says, and its exit code counts. A comment, an issue, a summary or a file beside it could not be written; only then, a command that was done exits 1.",
    next: "Correct what the message names, and run the job again. Running it again changes nothing twice. The result of an apply is not written again: it is in the log.",
    example: {
      notShown: "A pipeline of GitHub Actions or GitLab CI makes it.",
      test: "test/pipeline/ci-plan.deep.test.ts: a refused comment never hides the exit code of the plan",
    },
  },
  DF5066: {
    title: "the commit does not follow the applied one",
    meaning:
      "docform ci apply runs for a commit that is neither before nor after the one that was applied last. Somebody rewrote the history of the branch, or jobs of several branches apply the same organization. Nothing was sent.",
    next: "Apply one branch alone. After a rewritten history, review the plan in the log of the job, and start the job by hand with its digest.",
    example: {
      notShown: "A pipeline of GitHub Actions or GitLab CI makes it.",
      test: "test/pipeline/ci-apply.deep.test.ts: a commit beside the applied one needs a digest",
    },
  },
} as const satisfies DiagnosticInfos;
