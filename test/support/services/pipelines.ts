import { parse } from "yaml";

/** A step of a job that a shell runs, with its environment as the service would fill it in. */
export interface ShellStep {
  readonly line: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A job of a pipeline. */
export interface PipelineJob {
  readonly steps: readonly ShellStep[];
  /** Whether its token may push. */
  readonly mayPush: boolean;
}

interface GithubStep {
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface GithubJob {
  readonly permissions?: { readonly contents: string };
  readonly steps: readonly GithubStep[];
}

/** The jobs of a GitHub workflow; `${{ … }}` is filled in from the values, such as `secrets.NAME`. */
export function githubJobs(
  text: string,
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, PipelineJob>> {
  const { permissions, jobs } = parse(text);
  const fill = (value: string): string =>
    value.replace(/\$\{\{ (\S+) \}\}/g, (_, name) => values[name] ?? missing(name));
  const stepOf = ({ run, env = {} }: GithubStep): readonly ShellStep[] => {
    const filled = Object.entries(env).map(([name, value]) => [name, fill(value)]);
    return run === undefined ? [] : [{ line: fill(run), env: Object.fromEntries(filled) }];
  };
  const entries = Object.entries<GithubJob>(jobs).map(([name, job]) => {
    const mayPush = (job.permissions ?? permissions).contents === "write";
    return [name, { steps: job.steps.flatMap(stepOf), mayPush }] as const;
  });
  return Object.fromEntries(entries);
}

interface GitlabJob {
  readonly before_script: readonly string[];
  readonly script: readonly string[];
}

/** The jobs of a GitLab pipeline; `${NAME}` in its variables is filled in from the variables of the project and the job. */
export function gitlabJobs(
  text: string,
  predefined: Readonly<Record<string, string>>,
): Readonly<Record<string, PipelineJob>> {
  const { variables, ...jobs } = parse(text);
  const filled = Object.entries<string | { readonly value: string }>(variables).map(([name, given]) => [
    name,
    (typeof given === "string" ? given : given.value).replace(
      /\$\{(\w+)\}/g,
      (_, inner) => predefined[inner] ?? missing(inner),
    ),
  ]);
  const env = { ...predefined, ...Object.fromEntries(filled) };
  const entries = Object.entries<GitlabJob>(jobs).map(([name, job]) => {
    const lines = [...job.before_script, ...job.script];
    return [name, { steps: lines.map((line) => ({ line, env })), mayPush: false }] as const;
  });
  return Object.fromEntries(entries);
}

function missing(name: string): never {
  throw new Error(`the service has no value for ${name}`);
}
