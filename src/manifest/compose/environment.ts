import type { Io } from "../../io/io.ts";
import { error, type Source } from "../../model/diagnostic.ts";
import { isWord } from "../../text/redaction.ts";
import { didYouMean } from "../read/report.ts";
import type { Piece } from "./composing.ts";

/** The part of the process that interpolation uses: its variables, and the masking of values that it hands out. */
export type Process = Pick<Io, "env" | "hide">;

/** The variables of a process, and the masking of what comes of them. A plain word is part of too many texts. */
export function environmentOf({ env, hide }: Process): {
  readonly env: Io["env"];
  readonly hide: (texts: readonly string[]) => void;
} {
  return {
    env,
    hide: (texts) =>
      hide?.(
        texts.filter((text) => !isWord(text)),
        "shown",
      ),
  };
}

/**
 * Names of variables that hold credentials of docform, of pipelines and of programs in them; `*` is any text. No
 * manifest takes them: as content they would be sent to the platform, and to whoever an address there belongs to.
 */
export const credentialNames: readonly string[] = [
  // docform
  "DOCFORM_*TOKEN*",
  "DOCFORM_*PASSWORD*",
  "DOCFORM_STATE_*",
  "DOCFORM_NOTIFY_*",
  "TF_HTTP_*",
  "TF_TOKEN_*",
  // GitHub
  "GITHUB_TOKEN",
  "GITHUB_PAT",
  "GITHUB_ENTERPRISE_TOKEN",
  "GH_TOKEN",
  "GH_ENTERPRISE_TOKEN",
  "ACTIONS_*",
  // GitLab: the address of the repository holds the token of the job
  "GITLAB_TOKEN",
  "GITLAB_*_TOKEN",
  "CI_*TOKEN*",
  "CI_*PASSWORD*",
  "CI_JOB_JWT*",
  "CI_REPOSITORY_URL",
  // Other pipelines
  "SYSTEM_ACCESSTOKEN",
  "BITBUCKET_*TOKEN*",
  "CIRCLE_*TOKEN*",
  // Clouds
  "AWS_*",
  "ARM_*",
  "AZURE_*",
  "GOOGLE_*",
  "VAULT_*",
  // Programs
  "DOCKER_AUTH_CONFIG",
  "GIT_*",
  "NODE_AUTH_TOKEN",
  "NPM_*",
  "OTEL_*",
  "PG*",
  "*_PROXY",
  "SSH_*",
];

const credentialPattern = new RegExp(
  `^(?:${credentialNames.map((name) => name.replaceAll("*", ".*")).join("|")})$`,
  // On Windows, any case names the same variable.
  "i",
);

/** Is it the name of a variable that holds a credential? */
export function isCredentialName(name: string): boolean {
  return credentialPattern.test(name);
}

/** The value of a variable of the process, or what is wrong with it. */
export function environmentVariable(
  name: string,
  source: Source,
  env: Readonly<Record<string, string | undefined>>,
): Piece {
  if (isCredentialName(name)) {
    const hint =
      "take a variable of another name; docform reads its own credentials by itself, and sends them nowhere else";
    return { problems: [error("DF1007", `${name} is a credential, which is no content`, { source, hint })] };
  }
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value !== undefined) return { value, origin: "env", madeOf: [{ type: "env", name }] };
  // Only names are compared and shown; a value is never looked at.
  const label = didYouMean(name, Object.keys(env));
  const message = `the environment variable ${name} is not set`;
  return { problems: [error("DF1008", message, { source, ...label })], isMissing: true };
}
