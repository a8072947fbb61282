import type { JsonObject } from "../../text/json.ts";
import { type GithubJob, isChosen, isPull, onDefault, secretOf, testStep } from "./github-job.ts";
import { commandsFor, docform, type JobEnvironment, type PipelineProject } from "./pipeline-project.ts";

/** The name of a job for an environment. */
export function namedFor(name: string, environment: JobEnvironment): string {
  return environment === undefined ? name : `${name}-${environment}`;
}

/** The commit that a change is since: of a pull request its base, of a push what was there before. Otherwise empty: all. */
const since =
  "${{ github.event.pull_request.base.sha || github.event.merge_group.base_sha || (github.event_name == 'push' && github.event.before) || '' }}";

/** Another docform may plan otherwise: then all organizations are planned. */
const chooseUnits = (env: string): string => `${docform} validate --format github${env}
if [ -n "$SINCE" ] && ! git diff --quiet --no-ext-diff --no-textconv "$SINCE" HEAD -- ":/package.json" ":/package-lock.json" ":/vendor"; then SINCE=; fi
${docform} ci matrix${env} \${SINCE:+--changed-since="$SINCE"} \${ONLY:+--target="$ONLY"}
`;

/** Names the units that the other jobs are for. A fork has no secrets, which manifests may need. */
export function unitsJob({ variables }: PipelineProject, environment: JobEnvironment): GithubJob {
  const byHand = `${isChosen(environment, "apply")} || ${isChosen(environment, "drift")}`;
  const isHere = "!github.event.pull_request.head.repo.fork";
  return {
    condition: `((${isPull}) && ${isHere}) || github.event_name == 'schedule' || ((github.event_name == 'push' || ${byHand}) && ${onDefault})`,
    setting: {
      outputs: { matrix: "${{ steps.units.outputs.matrix }}", units: "${{ steps.units.outputs.units }}" },
    },
    // The commit before is compared.
    checkout: { "fetch-depth": 0 },
    steps: [
      {
        id: "units",
        run: chooseUnits(commandsFor(environment, { hasSeveral: true }).env),
        env: {
          SINCE: since,
          ONLY: "${{ inputs.organization }}",
          ...Object.fromEntries(variables.map((name) => secretOf(name))),
        },
      },
    ],
  };
}

/** The same job for each unit, at the same time: one that fails stops no other one. Each has a lock and files of its own. */
export function overUnits(name: string, job: GithubJob, environment: JobEnvironment): GithubJob {
  const { setting, steps, needs = [], condition, isAfterAll } = job;
  const units = namedFor("units", environment);
  const isDone = isAfterAll === true ? `needs.${units}.result == 'success' && ` : "";
  const { concurrency } = setting as { readonly concurrency?: { readonly group: string } };
  return {
    ...job,
    needs: [units, ...needs],
    condition: `${isDone}needs.${units}.outputs.units != '0' && (${condition})`,
    setting: {
      name: `${namedFor(name, environment)} \${{ matrix.name }}`,
      strategy: { "fail-fast": false, matrix: `\${{ fromJSON(needs.${units}.outputs.matrix) }}` },
      ...setting,
      ...(concurrency === undefined
        ? {}
        : { concurrency: { ...concurrency, group: `${concurrency.group}-\${{ matrix.name }}` } }),
    },
    steps: steps.map(fileOfUnit),
  };
}

function fileOfUnit(step: JsonObject): JsonObject {
  const { with: inputs } = step as { readonly with?: { readonly name?: string } };
  return inputs?.name === undefined
    ? step
    : { ...step, with: { ...inputs, name: `${inputs.name}-\${{ matrix.name }}` } };
}

/** Tests run once, not for each unit. A pull request from a fork is validated there. */
export function testJob(project: PipelineProject, environment: JobEnvironment): GithubJob {
  const { tests, env } = commandsFor(environment, project);
  const validate = {
    if: "github.event.pull_request.head.repo.fork",
    run: `${docform} ci plan${env}`,
    env: { GITHUB_TOKEN: "${{ github.token }}" },
  };
  return {
    condition: isPull,
    setting: { permissions: { contents: "read" } },
    steps: [validate, ...tests.map((run) => testStep(run, project))],
  };
}

/** One check to require: the names of the others change with the organizations. */
export function checkedJob(environments: readonly JobEnvironment[]): JsonObject {
  const needs = environments.flatMap((one) => ["units", "check", "test"].map((name) => namedFor(name, one)));
  return {
    if: `\${{ always() && (${isPull}) }}`,
    "runs-on": "ubuntu-latest",
    "timeout-minutes": 5,
    needs,
    permissions: {},
    steps: [
      {
        run: 'case " $RESULTS " in *" failure "*|*" cancelled "*) exit 1 ;; esac',
        env: { RESULTS: "${{ join(needs.*.result, ' ') }}" },
      },
    ],
  };
}
