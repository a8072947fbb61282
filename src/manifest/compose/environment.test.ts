import { expect, test } from "vitest";
import { docformWith, line, load } from "../../../test/support/projects/load-manifests.ts";
import { loadProject } from "../load/load-project.ts";
import { memoryFiles } from "../read/project-files.ts";
import { credentialNames } from "./environment.ts";
import { variableNames } from "./variable-names.ts";

const credentials = [
  ...credentialNames.map((name) => name.replaceAll("*", "X")),
  ...["DOCFORM_TOKEN", "DOCFORM_READ_TOKEN", "DOCFORM_STATE_URL", "DOCFORM_NOTIFY_URL", "TF_HTTP_ADDRESS"],
  ...["CI_JOB_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN", "AWS_SECRET_ACCESS_KEY", "npm_config__authToken"],
  ...["PGPASSWORD", "SSH_AUTH_SOCK", "github_token"],
];

/** A place of each sort where a value may stand: a manifest, docform.yaml, an overlay, a variable. */
const places = (name: string) => ({
  "docform.yaml": docformWith(`variables: { one: '\${env:${name}}' }`).replace(
    "org_1",
    `'\${env:${name}:-org}'`,
  ),
  "manifests/a.yaml": `organization: acme\nteams: { docs: { title: 'x \${env:${name}}' }, new: { title: '\${var:one}' } }\n`,
});

test.each(credentials)("%s is content nowhere: told at its places, before it is looked up", async (name) => {
  const { diagnostics } = await load(places(name), { [name]: "hunter2-hunter2" });
  expect(diagnostics.map(line)).toEqual([
    `DF1007 docform.yaml:3:15 ${name} is a credential, which is no content`,
    `DF1007 docform.yaml:4:19 ${name} is a credential, which is no content`,
    `DF1007 manifests/a.yaml:2:25 ${name} is a credential, which is no content`,
  ]);
});

test.each(["DOCFORM_BASE_URL", "GITHUB_SHA", "CUSTOM_SECRET", "ACME_OKTA_TOKEN"])(
  "%s may be content",
  async (name) => {
    expect((await load(places(name), { [name]: "hunter2-hunter2" })).diagnostics).toEqual([]);
  },
);

test("whatever interpolation takes from the environment is masked from then on, with the text around it; a plain word is not", async () => {
  const env = {
    ONE: "k7-secret-1",
    TWO: "k7-secret-2",
    WORD: "Documentation",
    LETTERS: "abcdefghijklmnopqrstuvw",
  };
  const settings = docformWith("variables: { two: '${env:TWO}' }").replace("org_1", () => "'x ${env:ONE}'");
  const manifest =
    "organization: acme\nteams: { a: { title: '${var:two}' }, b: { title: '${env:WORD}' }, c: { title: '${env:LETTERS}' } }\n";
  const masked: string[] = [];
  const hide = (texts: readonly string[], reach: string) =>
    masked.push(...texts.map((text) => `${reach} ${text}`));
  const files = memoryFiles({ "docform.yaml": settings, "manifests/a.yaml": manifest });
  const { diagnostics } = await loadProject("/p", files, { env, hide });
  expect(diagnostics).toEqual([]);
  const expected = ["x k7-secret-1", "k7-secret-1", "k7-secret-2", "abcdefghijklmnopqrstuvw"];
  expect(new Set(masked)).toEqual(new Set(expected.map((text) => `shown ${text}`)));
});

test("a variable that docform names for a secret is never one of a credential", () => {
  expect(variableNames()("npm/saml.okta", "certificate")).toBe("DOCS_NPM_SAML_OKTA_CERTIFICATE");
});
