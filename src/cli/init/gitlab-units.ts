import type { JsonObject } from "../../text/json.ts";
import {
  commandsFor,
  docform,
  type JobEnvironment,
  ownName,
  type PipelineProject,
} from "./pipeline-project.ts";

/** The jobs of an environment, by name. */
export type GitlabJobs = Readonly<Record<string, JsonObject>>;

/** The file with the jobs that each unit has, from the folder of the project. */
export const unitJobsFile = ".gitlab-docform-units.yml";

const commands = ["check", "apply", "drift"] as const;

/**
 * The jobs of a project of several organizations: one names the units, and each other one starts a child pipeline with a job
 * for each of them. A job that fails stops no other one.
 */
export function overUnits(
  project: PipelineProject,
  environment: JobEnvironment,
  jobs: GitlabJobs,
): GitlabJobs {
  const name = ownName(project, environment);
  const parts = commands.map((command) => [command, jobs[`${name}-${command}`] ?? {}] as const);
  const triggers = parts.map(
    ([command, job]) => [`${name}-${command}`, triggerOf(project, name, command, job)] as const,
  );
  const { script = [], ...test } = jobs[`${name}-test`] ?? {};
  const { env } = commandsFor(environment, project);
  const isFork = '"$CI_MERGE_REQUEST_SOURCE_PROJECT_ID" != "$CI_MERGE_REQUEST_PROJECT_ID"';
  const validate = `if [ ${isFork} ]; then ${docform} ci plan${env}; fi`;
  return {
    [`${name}-units`]: unitsJob(
      project,
      name,
      env,
      parts.map(([, job]) => job),
    ),
    ...Object.fromEntries(triggers),
    [`${name}-test`]: { ...test, script: [validate, ...(script as readonly string[])] },
  };
}

/** The jobs that those of a child pipeline extend. Without rules, GitLab leaves a job out for a merge request. */
export function hiddenJobs(
  project: PipelineProject,
  environment: JobEnvironment,
  jobs: GitlabJobs,
): GitlabJobs {
  const name = ownName(project, environment);
  const entries = commands.map((command) => {
    const {
      rules: _,
      needs: __,
      stage: ___,
      resource_group: lock,
      variables,
      ...job
    } = jobs[`${name}-${command}`] ?? {};
    const digest = command === "apply" ? { DOCFORM_EXPECT: "$DOCFORM_DIGEST" } : {};
    const all = { ...(variables as JsonObject | undefined), ...digest };
    const hidden = {
      ...job,
      rules: [{ when: "on_success" }],
      ...(lock === undefined ? {} : { resource_group: `${String(lock)}-$DOCFORM_JOB` }),
      ...(Object.keys(all).length === 0 ? {} : { variables: all }),
    };
    return [`.${name}-${command}`, hidden] as const;
  });
  return Object.fromEntries(entries);
}

/** The commit that a change is since: of a merge request its base, of a push what was there before. Otherwise all. */
const since = [
  'case "$CI_PIPELINE_SOURCE" in merge_request_event) SINCE="$CI_MERGE_REQUEST_DIFF_BASE_SHA" JOB=check ;; push) SINCE="$CI_COMMIT_BEFORE_SHA" JOB=apply ;; schedule) SINCE="" JOB=drift ;; *) SINCE="" JOB=apply ;; esac',
  // Another docform may plan otherwise.
  'if [ -n "$SINCE" ] && ! git diff --quiet --no-ext-diff --no-textconv "$SINCE" HEAD -- ":/package.json" ":/package-lock.json" ":/vendor"; then SINCE=""; fi',
] as const;

function unitsJob(
  project: PipelineProject,
  name: string,
  env: string,
  jobs: readonly JsonObject[],
): JsonObject {
  const { image = "", timeout = "", before_script: first = [] } = jobs.at(-1) ?? {};
  const install = (first as readonly string[]).filter((line) => !line.startsWith("export "));
  const matrix = `${docform} ci matrix --format gitlab --extends ".${name}-$JOB"${env}`;
  const options = '${SINCE:+--changed-since="$SINCE"} ${DOCFORM_ONLY:+--target="$DOCFORM_ONLY"}';
  return {
    image,
    timeout,
    stage: "build",
    before_script: install,
    rules: jobs.flatMap((job) => rulesOf(job)),
    // The commit before is compared.
    variables: { GIT_DEPTH: "0" },
    script: [`${docform} validate${env}`, ...since, `${matrix} ${options} > ${name}-units.yml`],
    artifacts: { paths: [inFolder(project, `${name}-units.yml`)], access: "developer", expire_in: "2 weeks" },
  };
}

function triggerOf(project: PipelineProject, name: string, command: string, job: JsonObject): JsonObject {
  const { stage, needs = [] } = job;
  const file = { artifact: inFolder(project, `${name}-units.yml`), job: `${name}-units` };
  return {
    ...(stage === undefined ? {} : { stage }),
    rules: rulesOf(job),
    needs: [`${name}-units`, ...(needs as readonly JsonObject[])],
    // A variable of the whole pipeline would go before that of a job of the child.
    inherit: { variables: false },
    ...(command === "apply" ? { variables: { DOCFORM_DIGEST: "$DOCFORM_EXPECT" } } : {}),
    trigger: { include: [file, { local: `/${inFolder(project, unitJobsFile)}` }], strategy: "depend" },
  };
}

/** A fork has no variables, which manifests may need. */
function rulesOf({ rules = [] }: JsonObject): readonly JsonObject[] {
  const isHere = " && $CI_MERGE_REQUEST_SOURCE_PROJECT_ID == $CI_MERGE_REQUEST_PROJECT_ID";
  return (rules as readonly { readonly if: string }[]).map((rule) =>
    rule.if.includes("merge_request_event") ? { ...rule, if: `${rule.if}${isHere}` } : rule,
  );
}

function inFolder({ folder }: PipelineProject, path: string): string {
  return folder === "." ? path : `${folder}/${path}`;
}
