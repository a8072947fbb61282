import type { Command } from "commander";
import type { CiApplyOptions } from "../../pipeline/ci-apply.ts";
import type { CiDriftOptions } from "../../pipeline/ci-drift.ts";
import type { CiPlanOptions } from "../../pipeline/ci-plan.ts";
import type { ListOptions } from "../../pipeline/list-units.ts";
import type { MatrixOptions } from "../../pipeline/unit-matrix.ts";
import type { CommandEntry } from "./command.ts";
import { askForCommand } from "./help-text.ts";
import {
  wholeNumber,
  withCommit,
  withCommonOptions,
  withConnectionOptions,
  withLockTimeout,
  withOrganization,
  withScopeOptions,
  withShard,
  withUnitOptions,
} from "./options.ts";

const ci: CommandEntry = {
  name: "ci",
  summary: "do what a pipeline needs: plan, apply, drift, list, matrix",
  examples: [["docform ci plan --help", "what the job of a pull request runs"]],
  run: askForCommand,
};

const plan: CommandEntry<CiPlanOptions> = {
  name: "ci plan",
  summary: "validate, plan, and show both on the pull request",
  examples: [
    [
      "docform ci plan",
      "in the job of a pull request: annotations, comment, outputs, docform-plan/plan.html",
    ],
    ["docform ci plan --env production", "for an environment, with a comment of its own"],
    [
      "docform ci plan --service github --repository acme/docs --pull 7 --commit 9f3c77a1",
      "in any other CI: the commit is the newest one of the branch of the pull request",
    ],
  ],
  options: (command) =>
    withConnectionOptions(
      withScopeOptions(
        withUnitOptions(withCommit(withCommonOptions(command, ["text"]))).option(
          "--pull <n>",
          "with --service: number of the pull request",
          wholeNumber(1, 1e9),
        ),
      ),
    ),
  notes: `It takes DOCFORM_READ_TOKEN where that is set. A label docform/approve: RULE counts as --approve RULE, and
docform/allow-deletes: N as --allow-deletes N; so do the others that let something pass. docform/prune: ADDRESS
deletes what no manifest declares any more. A label counts when a person other than the author of the pull request
set it. The policies and guards of the target branch hold the plan, too; the label docform/allow-rule-changes lets
that pass.
A pull request from a fork is validated only. Exit code 3: something holds the plan, or is blocked.`,
  run: async ({ io, options }) => (await import("../../pipeline/ci-plan.ts")).ciPlan(io, options),
};

const apply: CommandEntry<CiApplyOptions> = {
  name: "ci apply",
  summary: "run the plan that was reviewed in the merged pull request",
  examples: [
    ["docform ci apply", "in the job of the branch: runs what the comment showed, and comments the result"],
    [
      "docform ci apply --expect 9f3c77a1b2c4d5e6",
      "in a job that a person starts: runs the plan of this digest",
    ],
  ],
  options: (command) =>
    withConnectionOptions(
      withScopeOptions(withLockTimeout(withUnitOptions(withCommit(withCommonOptions(command, ["text"])))))
        .option("--expect <digest>", "run the plan of this digest, which a person reviewed")
        .option("--unreviewed", "run the plan of now, whatever was reviewed")
        .option("--branch <name>", "the branch that is applied; the default branch when left out"),
    ),
  notes: `It waits 5 minutes for a lock by default. It runs on the default branch alone. A job whose commit is older than the
one that was applied last does nothing. Exit code 4: the plan is not the reviewed one, or the commit does not follow
the one that was applied last.`,
  run: async ({ io, options }) =>
    (await import("../../pipeline/ci-apply.ts")).ciApply(io, { lockTimeout: 300_000, ...options }),
};

const drift: CommandEntry<CiDriftOptions> = {
  name: "ci drift",
  summary: "show drift, and keep one issue about it, of each organization",
  examples: [
    ["docform ci drift", "in a job on a schedule: opens, updates or closes the issue; exit 2 on drift"],
    ["docform ci drift --propose", "also open a pull request that adopts what was changed by hand"],
  ],
  options: (command) =>
    withConnectionOptions(
      withUnitOptions(withOrganization(withCommit(withCommonOptions(command, ["text"]))))
        .option("--propose", "propose the changes of the manifests that would end the drift")
        .option("--record", "keep when drift was looked for and how much differed, for docform status")
        .option("--notify", "when something differs, send a message to the address in DOCFORM_NOTIFY_URL"),
    ),
  notes: "It takes DOCFORM_READ_TOKEN where that is set.",
  run: async ({ io, options }) => (await import("../../pipeline/ci-drift.ts")).ciDrift(io, options),
};

function withUnitChoice(command: Command): Command {
  return withShard(
    withOrganization(command).option(
      "--changed-since <commit>",
      "only the organizations that this project declares otherwise than in that commit",
    ),
  );
}

const list: CommandEntry<ListOptions> = {
  name: "ci list",
  summary: "name the organizations that a change touches",
  examples: [
    ["docform ci list --changed-since origin/main", "whose plan may differ from that of main"],
    ["docform ci list --shard 3/16", "the third of sixteen parts of all, the same on each machine"],
  ],
  options: (command) => withUnitChoice(withCommonOptions(command, ["text", "json"])),
  notes: `It asks no platform. It composes the manifests of both, so a comment, a moved line or another file name counts for
nothing. Settings and policies that differ count for all organizations, and so does a commit that cannot be loaded.
What lies outside of the project folder, such as the version of docform, is not compared. Organizations that a transfer
joins are one name: --target takes it.`,
  run: async ({ io, options }) => (await import("../../pipeline/list-units.ts")).listUnits(io, options),
};

const matrix: CommandEntry<MatrixOptions> = {
  name: "ci matrix",
  summary: "make a job of each organization that a change touches",
  examples: [
    [
      "docform ci matrix --changed-since origin/main",
      "JSON for strategy.matrix of GitHub; in a job, also its outputs matrix and units",
    ],
    [
      "docform ci matrix --format gitlab",
      "a child pipeline of GitLab: each job extends .docform-unit, which another file has",
    ],
  ],
  options: (command) =>
    withUnitChoice(withCommonOptions(command, ["github", "gitlab"]))
      .option(
        "--jobs <n>",
        "jobs, at most (default: 256 of GitHub, 200 of GitLab); each then has several organizations",
        wholeNumber(1, 256),
      )
      .option("--extends <job>", "of GitLab: the hidden job that each job extends (default: .docform-unit)"),
  notes: `Each job has a name, its units as --target takes them, and token: the end of the name of DOCFORM_TOKEN_ALIAS, for one
organization. In GitLab, the variables DOCFORM_JOB and DOCFORM_UNITS.`,
  run: async ({ io, options }) => (await import("../../pipeline/unit-matrix.ts")).unitMatrix(io, options),
};

/** The commands for pipelines. */
export const ciCommands: readonly CommandEntry[] = [ci, plan, apply, drift, list, matrix];
