import { exitCode, exitCodeMeaning } from "../../model/stop.ts";

/** A page of help that is not about one command. */
interface Topic {
  readonly summary: string;
  readonly text: string;
}

const environment = `docform reads these variables of the environment, and no other:

  DOCFORM_TOKEN      access token of the platform. --token-file FILE wins over it; it is never
                     taken from arguments or manifests
  DOCFORM_TOKEN_<ALIAS>
                     the same for one organization: DOCFORM_TOKEN_EU_DOCS for the alias eu-docs
  DOCFORM_TOKEN_COMMAND
                     JSON list of a program and its arguments, which prints the token of the
                     organization in DOCFORM_ORGANIZATION and DOCFORM_ORGANIZATION_ID: for those
                     without a variable of their own, before DOCFORM_TOKEN
  DOCFORM_READ_TOKEN, DOCFORM_READ_TOKEN_<ALIAS>
                     those that only read: ci plan and ci drift take them where they are set
  DOCFORM_BASE_URL   address of the platform, without /v1, unless docform.yaml has it
  DOCFORM_BASE_URL_<ENV>
                     the same for one environment of docform.yaml
  DOCFORM_STATE      place of the state, which docform.yaml must name too: local, git REMOTE REF,
                     http ADDRESS (and each for locks) or postgres SCHEMA PROJECT
  DOCFORM_STATE_<ENV>
                     the same for one environment of docform.yaml
  DOCFORM_STATE_URL  address of the state: of its database, or of its server
  DOCFORM_STATE_USERNAME, DOCFORM_STATE_PASSWORD
                     for the server of the state; instead also TF_HTTP_USERNAME, TF_HTTP_PASSWORD,
                     TF_HTTP_ADDRESS, TF_HTTP_LOCK_ADDRESS, TF_HTTP_UNLOCK_ADDRESS,
                     TF_HTTP_UPDATE_METHOD, TF_HTTP_LOCK_METHOD and TF_HTTP_UNLOCK_METHOD
  GIT_ALLOW_PROTOCOL what git may use, of https, ssh, http and file (default: https:ssh)
  DOCFORM_NOTIFY_URL where docform drift --notify sends its message; never shown
  DOCFORM_NOTIFY_FORMAT
                     form of that message: cloudevents (default) or slack
  PATH               where git is; hook install and doctor look there for docform
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY
                     proxies for all but git and PostgreSQL, also in small letters. HTTP_PROXY is
                     for https where HTTPS_PROXY is not set; this machine is reached without one
  OTEL_EXPORTER_OTLP_ENDPOINT
                     where traces are sent, by OTLP over HTTP and through no proxy; without it none
                     are. The other variables OTEL_* are read only then
  NODE_EXTRA_CA_CERTS
                     file with certificates of authorities of your own, as Node reads it
  NODE_TLS_REJECT_UNAUTHORIZED
                     0 is refused: the check of certificates would be off
  NO_COLOR           when it is not empty: no colours
  FORCE_COLOR        when it is not empty, 0 or false: colours also where no terminal is; NO_COLOR
                     wins over it
  CI                 when it is not empty: never ask, no moving lines
  TERM               dumb: no colours
  GITHUB_SHA, CI_COMMIT_SHA
                     the commit that plans and records name
  GITHUB_ACTOR, GITLAB_USER_LOGIN, USER, USERNAME
                     who is named in records: the first that is set
  GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID, CI_JOB_URL, CI_PIPELINE_URL
                     the pipeline that the lock names
  DOCFORM_GITHUB_TOKEN or GITHUB_TOKEN, DOCFORM_GITLAB_TOKEN or GITLAB_TOKEN
                     for comments and issues; CI_JOB_TOKEN may not write them
  GITHUB_ACTIONS, GITHUB_API_URL, GITHUB_EVENT_NAME, GITHUB_EVENT_PATH, GITHUB_REF,
  GITLAB_CI, CI_API_V4_URL, CI_SERVER_URL, CI_PROJECT_URL, CI_PROJECT_ID,
  CI_PIPELINE_SOURCE, CI_COMMIT_BRANCH, CI_COMMIT_TAG, CI_DEFAULT_BRANCH,
  CI_MERGE_REQUEST_IID, CI_MERGE_REQUEST_PROJECT_ID, CI_MERGE_REQUEST_EVENT_TYPE,
  CI_MERGE_REQUEST_SOURCE_BRANCH_SHA and CI_MERGE_REQUEST_SOURCE_PROJECT_ID
                     the pipeline and its pull request, as the service sets them
  GITEA_ACTIONS, FORGEJO_ACTIONS
                     say that it is no GitHub, which docform refuses
  GITHUB_OUTPUT, GITHUB_STEP_SUMMARY, GITHUB_WORKSPACE, CI_PROJECT_DIR
                     where ci writes for later steps, and the folder of the repository

\${env:NAME} in a manifest stands for any variable but those of credentials; its value is never
shown. \${env:NAME:-text} has a default for one that is not set, or empty.
`;

const names = Object.keys(exitCode) as readonly (keyof typeof exitCode)[];
const exitCodes = `Every command ends with one of these codes:

${names.map((name) => `  ${String(exitCode[name]).padEnd(5)}${exitCodeMeaning[name]}`).join("\n")}
`;

const pipelines = `On a pull request, check and show; on the merge, apply; on a schedule, watch:

  docform ci plan                  annotations, comment, outputs, docform-plan/plan.html
  docform ci apply                 runs what the comment showed, and comments how that went
  docform ci drift                 keeps one issue; exit 2 when something differs

In another CI than that of the repository's service:

  docform ci plan --service github --repository acme/docs --pull 7 --commit SHA
  docform ci apply --service github --repository acme/docs --branch main --commit SHA

The same in parts, for any other service:

  docform validate                 no network, no token
  docform plan --out plan.json     save the plan ...
  docform apply --yes plan.json    ... and run exactly that
  docform comment FILE             puts a text on a pull request of GitHub or GitLab
  docform issue FILE               keeps an issue there

A run must not stop in the middle: let the pipeline wait for it, and never run two at once.
state: in docform.yaml keeps the record, the lock and the journals where the next run finds them:
docform undo and docform runs need them. docform init --ci writes it.
See also: docform help exit-codes, docform help environment.
`;

const ownership = `Declared is managed, everything else is left alone.

  a field that is left out       is never touched, and never read into a plan
  a field set to null            is cleared
  a collection that is left out  (teams, sites, share links ...) is not managed
  manage: { teams: listed }      the default: what is not declared stays, and is reported
  manage: { teams: exact }       what is not declared is deleted
  members of a team, structure of a site
                                 are one value: the whole of it is managed
  ignore: [title]                leaves a field alone that is written, once it is there:
                                 what is new is created with it
  protect: true                  forbids the delete
  absent: true                   deletes
  previously: [old-key]          is a rename, no delete and create: the key of before, which the
                                 record of the last apply knows, or the title (label, path ...)

What is not managed and lies in the way is never removed: the plan says that it is blocked.
`;

/** The topics of `docform help TOPIC`. */
export const topics: Readonly<Record<string, Topic>> = {
  environment: { summary: "the variables of the environment that docform reads", text: environment },
  "exit-codes": { summary: "what docform answers to the shell", text: exitCodes },
  pipelines: { summary: "docform in a pipeline", text: pipelines },
  ownership: { summary: "what docform manages, and what it leaves alone", text: ownership },
};
