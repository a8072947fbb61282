import { InvalidArgumentError, Option } from "commander";
import { accessForms } from "../../explain/access-forms.ts";
import { graphForms } from "../../explain/graph-forms.ts";
import { resultForms } from "../../project/result-forms.ts";
import type { PullOptions } from "../../pull/pull-project.ts";
import type { ApplyOptions } from "../../runs/apply/apply-project.ts";
import { driftForms } from "../../runs/drift-forms.ts";
import type { ListenAddress } from "../../runs/engines/metrics-server.ts";
import type { WorkerOptions } from "../../runs/engines/worker.ts";
import { planForms } from "../../runs/plan-forms.ts";
import type { PlanOptions } from "../../runs/plan-project.ts";
import type { AccessOptions } from "../commands/access.ts";
import type { DriftOptions } from "../commands/drift.ts";
import type { GraphOptions } from "../commands/graph.ts";
import type { ShowOptions } from "../commands/show.ts";
import type { CommandEntry, CommandGroup } from "./command.ts";
import {
  collect,
  withCallOptions,
  withCommonOptions,
  withConnectionOptions,
  withEngine,
  withFull,
  withLockTimeout,
  withOrganization,
  withParallel,
  withRunOptions,
  withScopeOptions,
  withTaskOptions,
  withUnitOptions,
} from "./options.ts";
import { redirectCommands } from "./redirect-commands.ts";

const plan: CommandEntry<PlanOptions> = {
  name: "plan",
  summary: "show what would change, and the calls that would do it",
  examples: [
    ["docform plan", "what would change"],
    ["docform plan --out plan.json", "save it, for docform apply plan.json"],
    ["docform plan --detailed-exitcode", "exit 2 when there is something to do"],
    ["docform plan --target acme/sites.developer-hub", "for one site, and what it depends on"],
    ["docform plan --format markdown", "a comment for a pull request"],
    ["docform plan --format html", "all of it as a page for a browser, to keep"],
  ],
  options: (command) =>
    withConnectionOptions(
      withScopeOptions(
        withTaskOptions(
          withUnitOptions(withFull(withCommonOptions(command, Object.keys(planForms))))
            .option("--out <file>", "also save the plan, for apply")
            .option("--detailed-exitcode", "exit 2 when there is something to do")
            .option("--unmanaged", "list what is not in the manifests")
            .option(
              "--rehearse",
              "also run the calls on an embedded platform with the live state, and plan again",
            ),
        ),
      ),
    ),
  run: async ({ io, options }) => (await import("../commands/plan.ts")).runPlan(io, options),
};

const apply: CommandEntry<ApplyOptions> = {
  name: "apply",
  summary: "make the platform as the manifests say, after asking",
  examples: [
    ["docform apply", "plan, ask, and run"],
    ["docform apply --yes plan.json", "run exactly the plan that was saved and reviewed"],
    ["docform apply --yes --expect 9f3c77a1b2c4d5e6", "run only while a new plan is the one of this digest"],
  ],
  arguments: { "[file]": "plan saved by plan --out, or the folder of several" },
  options: (command) =>
    withConnectionOptions(
      withScopeOptions(
        withTaskOptions(
          withRunOptions(
            withEngine(withUnitOptions(withCommonOptions(command, Object.keys(resultForms)))),
          ).option("--pause-after <wave>", "end after this wave of the rollout, and say how to go on"),
        ),
      ),
    ),
  errors: "lines",
  run: async ({ io, words: [file], options }) =>
    (await import("../commands/apply.ts")).runApply(io, file, options),
};

const drift: CommandEntry<DriftOptions> = {
  name: "drift",
  summary: "show what on the platform is not as the manifests say",
  examples: [
    ["docform drift", "exit 2 when something is not as declared"],
    ["docform drift --format json", "the same as data"],
    ["docform drift --format markdown", "for an issue or a step summary; also html, junit, sarif"],
    ["docform drift --accept teams.docs", "write what is live of one thing into its manifest"],
  ],
  options: (command) =>
    withConnectionOptions(
      withLockTimeout(
        withEngine(withUnitOptions(withOrganization(withCommonOptions(command, Object.keys(driftForms)))))
          .option(
            "--accept <address>",
            "write its live values into the manifest, as docform pull --declared does; may be given again",
            collect,
          )
          .option("--record", "keep when drift was looked for and how much differed, for docform status")
          .option("--notify", "when something differs, send a message to the address in DOCFORM_NOTIFY_URL"),
      ),
    ),
  run: async ({ io, unguarded, options }) =>
    (await import("../commands/drift.ts")).runDrift(io, options, unguarded.disk),
};

const worker: CommandEntry<WorkerOptions> = {
  name: "worker",
  summary: "work on organizations that apply and drift --engine postgres put into a queue",
  examples: [
    ["docform worker", "in a checkout, on any machine: until it is interrupted"],
    ["docform worker --metrics 127.0.0.1:9464", "with numbers for Prometheus at /metrics"],
    ["docform worker --once --parallel 8", "eight organizations at the same time, until none waits"],
  ],
  options: (command) =>
    withCallOptions(
      withParallel(withCommonOptions(command, ["text"]))
        .option("--once", "end when no organization waits")
        .option(
          "--metrics <host:port>",
          "answer GET /metrics there with numbers of this worker, for Prometheus",
          listenAddress,
        ),
    ),
  notes: `It takes only what is of the commit that is checked out. Its tokens are those of its own environment.`,
  run: async ({ io, options }) => (await import("../commands/worker.ts")).runWorker(io, options),
};

/** Parses a host and a port; throws a usage error. */
function listenAddress(text: string): ListenAddress {
  const [, inBrackets, host = inBrackets, port = ""] =
    /^(?:\[([\da-f:]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text) ?? [];
  if (host !== undefined && Number(port) < 65_536) return { host, port: Number(port) };
  throw new InvalidArgumentError("It takes a host and a port, such as 127.0.0.1:9464 or [::1]:9464.");
}

const show: CommandEntry<ShowOptions> = {
  name: "show",
  summary: "show a saved plan again",
  examples: [
    ["docform show plan.json", "as docform plan showed it; no network, no token"],
    ["docform show plan.json --format markdown", "as a comment for a pull request"],
    ["docform show plan.json --format html", "as a page for a browser"],
  ],
  arguments: { "<file>": "plan saved by plan --out" },
  options: (command) =>
    withFull(
      withCommonOptions(command, Object.keys(planForms)).option(
        "--unmanaged",
        "list what is not in the manifests",
      ),
    ),
  run: async ({ io, words: [file = ""], options }) =>
    (await import("../commands/show.ts")).show(io, file, options),
};

const access: CommandEntry<AccessOptions> = {
  name: "access",
  summary: "show who may open what: entries, and the role that all rules give",
  examples: [
    ["docform access", "everybody, and every space, collection and site"],
    ["docform access --person ana@acme.example", "everything that one person can open"],
    ["docform access --of spaces.quickstart --format csv", "of one space, for a review"],
  ],
  options: (command) =>
    withConnectionOptions(
      withUnitOptions(withOrganization(withCommonOptions(command, Object.keys(accessForms)))),
    )
      .option("--person <email>", "only what this person can open")
      .option("--of <address>", "only this space, collection or site, or all of a kind: spaces"),
  run: async ({ io, options }) => (await import("../commands/access.ts")).showAccess(io, options),
};

const graph: CommandEntry<GraphOptions> = {
  name: "graph",
  summary: "draw what resources, or the calls of a saved plan, need of each other",
  examples: [
    ["docform graph", "the resources of the project, as Mermaid: for Markdown on GitHub and GitLab"],
    ["docform graph --focus teams.docs", "this team, and what it is joined to"],
    ["docform graph plan.json --format dot", "the calls of a saved plan, for Graphviz"],
  ],
  arguments: { "[file]": "plan saved by plan --out; the resources of the project when left out" },
  options: (command) =>
    withCommonOptions(command, Object.keys(graphForms)).option(
      "--focus <address>",
      "draw one address with its neighbours; Mermaid draws 500 arrows at most",
    ),
  run: async ({ io, words: [file], options }) =>
    (await import("../commands/graph.ts")).graph(io, file, options),
};

const pull: CommandEntry<PullOptions> = {
  name: "pull",
  summary: "write what is live into the manifests, so that a plan is empty",
  examples: [
    ["docform pull", "all that the organizations of docform.yaml have"],
    ["docform pull --dry-run", "show what would be written"],
    ["docform pull teams sites.developer-hub", "only these"],
    ["docform pull --declared", "only values of what the manifests declare already"],
  ],
  arguments: { "[addresses...]": "what to pull; everything when left out" },
  options: (command) =>
    withConnectionOptions(withLockTimeout(withUnitOptions(withCommonOptions(command, ["text"]))))
      .addOption(
        new Option("--layout <layout>", "new manifests: a file for each kind, or one for all")
          .choices(["files", "single"])
          .default("files"),
      )
      .option("--full", "also write what a new one would have by itself")
      .option("--declared", "only what the manifests declare already")
      .option("--prune", "remove from the manifests what is not on the platform")
      .option("--dry-run", "show what would be written, and write nothing"),
  run: async ({ io, unguarded, words, options }) => {
    const begun = { manifestDisk: unguarded.disk, command: "pull" };
    return (await import("../commands/pull.ts")).runPull(io, words, options, begun);
  },
};

/** Commands that hold the manifests against the platform. */
export const planCommands: CommandGroup = {
  title: "Plan and apply",
  commands: [plan, apply, drift, worker, pull, show, access, ...redirectCommands, graph],
};
