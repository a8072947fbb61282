import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startTestPlatform } from "../support/platform/start-platform.ts";
import {
  canary,
  editOn,
  folderWith,
  quietly,
  seedWithTwins,
  settings,
} from "../support/processes/cli-fixture.ts";

const [acme, ...others] = seedWithTwins.organizations;

/** A platform on which the organization acme has this, too. */
const platformWith = (more: object) =>
  startTestPlatform({ ...seedWithTwins, organizations: [{ ...acme, ...more }, ...others] });

const certificate = [
  "-----BEGIN CERTIFICATE-----",
  "MIIDdzCCAl+gAwIBAgIEAgAAuTANBgkqhkiG9w0BAQUFADBaMQswCQYDVQQGEwJJ",
  "RTESMBAGA1UEChMJQmFsdGltb3JlMRMwEQYDVQQLEwpDeWJlclRydXN0MSIwIAYD",
  "-----END CERTIFICATE-----",
];

/** Two teams and a provider whose certificate stands there as it is; a remark that holds the token. */
const inline = `organization: acme
teams:
  # ${canary.admin} is in here by mistake
  docs: { id: team_docs, title: Docs }
saml:
  okta:
    id: saml_okta
    label: Okta
    certificate: |
${certificate.map((line) => `      ${line}\n`).join("")}`;

test.each(["pull --declared teams.docs", "pull", "drift --accept teams.docs"])(
  "a certificate that a manifest holds, and the token, stay as they are written: %s",
  async (line) => {
    const saml = [{ id: "saml_okta", label: "Okta", certificate: `${certificate.join("\n")}\n` }];
    const platform = await platformWith({ saml });
    const cwd = folderWith({ "docform.yaml": settings, "manifests/all.yaml": inline });
    await editOn(platform, ["PATCH", "/orgs/org_acme/teams/team_docs", { title: "Writers" }]);
    expect(await quietly(line, { cwd, ...platform })).toMatchObject({ code: 0, stderr: "" });
    const text = readFileSync(join(cwd, "manifests/all.yaml"), "utf8");
    const expected = inline.replace("title: Docs", "title: Writers");
    expect(text).toContain(expected.slice(expected.indexOf("saml:")).trim());
    if (line !== "pull") expect(text).toBe(expected);
    expect(text).toContain(canary.admin);
    expect(text).not.toContain("[redacted]");
  },
);

const encoded = Buffer.from(`u:${canary.admin}`).toString("base64");

test.each([canary.admin, `x ${canary.admin} y`, encoded])(
  "a text of the platform that holds the token is written into no manifest, and said: %s",
  async (title) => {
    const platform = await platformWith({ teams: [{ id: "team_docs", title }], saml: [] });
    const folder = (): string => folderWith({ "docform.yaml": settings });
    for (const line of ["pull", "pull --dry-run", "pull teams"]) {
      const cwd = folder();
      const run = await quietly(line, { cwd, ...platform });
      expect(run).toMatchObject({ code: 1, stdout: "" });
      expect(run.stderr).toContain("error[DF5102]: manifests/teams.yaml would hold the access token");
      expect(run.stderr).not.toContain(encoded);
      expect(readdirSync(cwd).filter((name) => name !== ".docform")).toEqual(["docform.yaml"]);
    }
    expect(await quietly("pull members", { cwd: folder(), ...platform })).toMatchObject({
      code: 0,
      stderr: "",
    });
    const { env } = platform;
    const line = `init --from-platform --organization org_acme --base-url ${env.DOCFORM_BASE_URL} --ci none`;
    const cwd = folderWith({});
    const begun = await quietly(line, { cwd, ...platform });
    expect(begun).toMatchObject({ code: 1, stdout: "" });
    expect(begun.stderr).toContain("error[DF5102]");
    expect(readdirSync(cwd)).toEqual([]);
  },
);
