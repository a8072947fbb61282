import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { PlanDocument } from "../../src/model/documents/plan-document.ts";
import { callOfSteps, stepsOfCalls } from "../../src/planner/calls-of-steps.ts";
import { expectGolden } from "../support/golden.ts";
import { applyOneByOne } from "../support/plans/apply-one-by-one.ts";
import { callLine, requestPattern } from "../support/plans/call-line.ts";
import { memoryPlatform } from "../support/platform/memory-platform.ts";
import type { TestPlatform } from "../support/platform/start-platform.ts";
import { type Run, runDocform } from "../support/processes/run-docform.ts";
import { copyOfProject } from "../support/projects/copy-project.ts";
import { editionIn, startExample } from "../support/projects/example-projects.ts";

/** In the environment of every scenario; nothing that docform prints may hold one of these. */
const secrets = { SIGN_ON_URL: "https://okta.example/sso/7f9a-hidden", EMAIL_DOMAIN: "hidden.acme.example" };

const folder = import.meta.dirname;
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

describe.each(names)("%s", (name) => {
  const scenario = join(folder, name);

  test(storyOf(scenario), async () => {
    const platform = await startExample(scenario);
    const project = copyOfProject(scenario);
    const docform: Docform = (...argv) => runQuietly(project, withToken(scenario, platform), argv);
    expect(await docform("validate")).toMatchObject({ code: 0, stderr: "" });

    const options = optionsOf(scenario);
    const plan = await preview(scenario, platform, docform, options);
    expect(mutations(platform)).toEqual([]);

    const { code } = await docform("apply", "--yes", ...options);
    expect(code).toBe(expectedExit(plan));
    expect(plan.summary.calls).toBe(stepsOfCalls(plan.steps).length);
    if (plan.summary.held > 0) expect(mutations(platform)).toEqual([]);
    else
      await expectConverged(plan, platform, (...argv) => docform(...argv, ...targetsIn(options)), scenario);
  });

  // A single call has no order.
  test.each(hasOrder(scenario) ? ["forwards and backwards"] : [])(
    "one by one, %s, its steps lead there too",
    async () => {
      for (const direction of ["forwards", "backwards"] as const) {
        const { surroundings: given } = memoryPlatform(join(scenario, "live.yaml"), editionIn(scenario));
        const cwd = copyOfProject(scenario);
        const surroundings = { ...given, cwd, env: { ...given.env, ...secrets } };
        const { hasOneOrder, ...end } = await applyOneByOne(surroundings, direction);
        expect([direction, end]).toEqual([direction, { failed: [], left: [] }]);
        if (hasOneOrder) return;
      }
    },
  );
});

function hasOrder(scenario: string): boolean {
  return readFileSync(join(scenario, "calls.txt"), "utf8").trim().split("\n").length > 1;
}

type Docform = (...argv: string[]) => Promise<Run>;

/** The sentence at the head of the first manifest: what the scenario promises. */
function storyOf(scenario: string): string {
  const [first = ""] = readdirSync(join(scenario, "manifests")).sort();
  const [line = ""] = readFileSync(join(scenario, "manifests", first), "utf8").split("\n");
  if (!line.startsWith("# ")) throw new Error(`${scenario}/manifests/${first} must begin with its story`);
  return line.slice(2);
}

async function runQuietly(cwd: string, { env, sleep }: TestPlatform, argv: readonly string[]): Promise<Run> {
  const run = await runDocform(argv, { cwd, env: { ...env, ...secrets }, sleep, now: hurrying() });
  for (const secret of Object.values(secrets)) expect(run.stdout + run.stderr).not.toContain(secret);
  return run;
}

/** A clock on which nothing that was read stays recent: each step looks again whether it is still as planned. */
function hurrying(): () => number {
  let time = Date.now();
  return () => (time += 3000);
}

/** Options of plan and apply that a scenario is run with: one a line in `options.txt`. */
function optionsOf(scenario: string): readonly string[] {
  const file = join(scenario, "options.txt");
  const lines = existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
  return lines.flatMap((line) => line.split(" "));
}

/** A scenario may have a token of its own, in `token.txt`; others have one that may do everything. */
function withToken(scenario: string, platform: TestPlatform): TestPlatform {
  const file = join(scenario, "token.txt");
  if (!existsSync(file)) return platform;
  return { ...platform, env: { ...platform.env, DOCFORM_TOKEN: readFileSync(file, "utf8").trim() } };
}

/** The options that select the planned part, so that the next plan is for the same. */
function targetsIn(options: readonly string[]): readonly string[] {
  return options.filter((_, at) => options[at] === "--target" || options[at - 1] === "--target");
}

/** Everything that only looks, compared with what is expected. */
async function preview(
  scenario: string,
  platform: TestPlatform,
  docform: Docform,
  options: readonly string[],
): Promise<PlanDocument> {
  const text = await docform("plan", "--unmanaged", "--log-level", "debug", ...options);
  const plan = planIn((await docform("plan", "--format", "json", ...options)).stdout);
  const planned = plan.digest.split(" ");
  for (const [, digest = ""] of text.stdout.matchAll(/^Digest (\w+)/gm))
    expect(planned, "the plan made again is the same").toContainEqual(expect.stringMatching(`^${digest}`));
  if (!options.some((option) => ["--run", "--resend"].includes(option)))
    expect(await docform("drift")).toMatchObject({ code: plan.changes.length > 0 ? 2 : 0 });
  expectGolden(join(scenario, "plan.txt"), alwaysTheSame(text.stdout));
  expectGolden(
    join(scenario, "calls.txt"),
    stepsOfCalls(plan.steps)
      .map((steps) => `${callLine(callOfSteps(steps))}\n`)
      .join(""),
  );
  expectGolden(join(scenario, "reads.txt"), readsIn(text.stderr, platform.url));
  return plan;
}

/** A plan in JSON; those of several organizations as one, with all digests. */
function planIn(text: string): PlanDocument {
  const document = JSON.parse(text);
  if (!Array.isArray(document.organizations)) return document;
  const plans: readonly PlanDocument[] = document.organizations.map(
    ({ plan }: { plan: PlanDocument }) => plan,
  );
  const sum = (name: keyof PlanDocument["summary"]): number =>
    plans.reduce((whole, { summary }) => whole + Number(summary[name]), 0);
  const [first] = plans;
  if (first === undefined) throw new Error("there is no organization");
  return {
    ...first,
    digest: plans.map(({ digest }) => digest).join(" "),
    changes: plans.flatMap(({ changes }) => changes),
    // Each plan has names of its own.
    steps: plans.flatMap(({ steps }, at) =>
      steps.map(({ shared, ...step }) => ({
        ...step,
        id: `${at} ${step.id}`,
        ...(shared === undefined ? {} : { shared: { ...shared, call: `${at} ${shared.call}` } }),
      })),
    ),
    summary: { ...first.summary, calls: sum("calls"), held: sum("held"), blocked: sum("blocked") },
  };
}

/** A text without digests and times. */
function alwaysTheSame(text: string): string {
  return text
    .replaceAll(/^Digest .*\n/gm, "")
    .replaceAll(/ --expect \w+/g, " --expect DIGEST")
    .replaceAll(/\d+\.\d s\b/g, "0.1 s");
}

/** The requests that `--log-level debug` names, as a set: they run side by side. */
function readsIn(log: string, url: string): string {
  const requests = log.split("\n").filter((line) => line.includes(url));
  const reads = requests.map((line) => line.split(" ").slice(0, 2).join(" ").replace(`${url}/v1`, ""));
  return reads
    .sort()
    .map((line) => `${line}\n`)
    .join("");
}

function expectedExit({ summary: { held, blocked } }: PlanDocument): number {
  return held + blocked > 0 ? 3 : 0;
}

/** The requests that arrived are those of the plan, and afterwards nothing is left to do. */
async function expectConverged(
  plan: PlanDocument,
  platform: TestPlatform,
  docform: Docform,
  scenario: string,
): Promise<void> {
  expect(
    withoutExpected(mutations(platform), stepsOfCalls(plan.steps).map(callOfSteps).map(requestPattern)),
  ).toEqual({
    extra: [],
    missing: [],
  });
  if (plan.phase === "transfers" && plan.steps.length > 0) {
    // A plan with transfers holds the transfers alone, and the next plan the rest.
    const { stdout: text } = await docform("plan");
    expectGolden(join(scenario, "plan-2.txt"), alwaysTheSame(text));
    const next = planIn((await docform("plan", "--format", "json")).stdout);
    expect(next.phase).toBeUndefined();
    expect(await docform("apply", "--yes")).toMatchObject({ code: expectedExit(next) });
  }
  const { code, stdout } = await docform("plan", "--detailed-exitcode", "--format", "json");
  expect(code).toBe(0);
  const second = planIn(stdout);
  const isBlocked = ({ action }: { readonly action: string }): boolean => action === "blocked";
  expect(second.steps).toEqual([]);
  expect(second.changes.filter((change) => !isBlocked(change))).toEqual([]);
  expect(second.summary.blocked).toBe(plan.summary.blocked);
}

function mutations(platform: TestPlatform): readonly string[] {
  const requests = platform.takeRequests().filter(({ mutates }) => mutates);
  return requests.map(({ method, path }) => `${method} ${path}`);
}

/** Pairs each request with a pattern; those that fit one path only choose first. */
function withoutExpected(arrived: readonly string[], patterns: readonly RegExp[]) {
  const extra = [...arrived];
  const isOpen = ({ source }: RegExp): number => Number(source.includes("[^/]+"));
  const missing = [...patterns]
    .sort((a, b) => isOpen(a) - isOpen(b))
    .filter((pattern) => {
      const at = extra.findIndex((request) => pattern.test(request));
      if (at >= 0) extra.splice(at, 1);
      return at < 0;
    });
  return { extra, missing };
}
