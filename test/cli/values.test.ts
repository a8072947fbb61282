import { describe, expect, test } from "vitest";
import type { ConfigDocument, ValuesDocument } from "../../src/model/documents/origin-document.ts";
import { folderWith } from "../support/processes/cli-fixture.ts";
import { runDocform } from "../support/processes/run-docform.ts";

const secret = "canary-8812-secret";
const env = { SECRET: secret, ORG: "org_live" };

const project = {
  "docform.yaml": `organizations: { acme: { id: org_test } }
guards: { minAdmins: 2 }
variables: { region: eu, token: '\${env:SECRET}', days: 30, quiet: '\${env:QUIET:-yes}' }
defaults:
  space: { emoji: 1f680 }
environments:
  production:
    organizations: { acme: { id: '\${env:ORG}' } }
    variables: { region: us }
    overlays: [overlays/production.yaml]
`,
  "manifests/a.yaml": `organization: acme
teams: { docs: { title: 'Docs \${var:region}' } }
spaces:
  docs-\${each:code}:
    each: [{ code: en, name: English }, { code: de, name: Deutsch }]
    title: Docs \${each:name}
    language: \${each:code}
saml:
  okta: { label: 'x\${var:token}', ssoURL: 'https://x.example', certificate: '\${file:okta.pem}' }
sites:
  help: { title: Help, structure: [{ section: s, title: '\${var:token}', spaces: [{ space: docs-en }] }] }
order: [{ space: docs-de }]
`,
  "okta.pem":
    "-----BEGIN CERTIFICATE-----\nMIIcanarycertificatecanarycertificate\n-----END CERTIFICATE-----\n",
  "overlays/production.yaml": "organization: acme\nteams: { docs: { title: Writers } }\n",
};

const run = (...argv: string[]) => runDocform(argv, { cwd: folderWith(project), env });

/** The lines of an output with one space between columns. */
const lines = (text: string): string[] => text.split("\n").map((one) => one.replace(/ {2,}/g, " ").trim());

describe("docform config", () => {
  test.each([
    [[], ['state.git.remote "origin" docform.yaml:2', 'state.git.ref "refs/docform/state" docform.yaml:2']],
    [["--env", "live"], ['state "local" docform.yaml:3 environment']],
  ])("names the place of the state, that of an environment as a whole: %s", async (more, shown) => {
    const text =
      "organizations: { acme: { id: org_1 } }\nstate: { git: { remote: origin, ref: refs/docform/state } }\nenvironments: { live: { state: local } }\n";
    const cwd = folderWith({ "docform.yaml": text, "manifests/a.yaml": "organization: acme\n" });
    const { stdout } = await runDocform(["config", ...more], { cwd });
    expect(lines(stdout).filter((one) => one.startsWith("state"))).toEqual(shown);
  });

  test("prints what came from where, and no secret", async () => {
    const { code, stdout, stderr } = await run("config", "--env", "production", "--var", "days=7");
    expect([code, stderr]).toEqual([0, ""]);
    expect(lines(stdout)).toEqual([
      "organizations.acme.id (sensitive) docform.yaml:8 environment, env ORG",
      'manifests ["manifests"] built-in default',
      'overlays ["overlays/production.yaml"] docform.yaml:10 environment',
      "guards.minAdmins 2 docform.yaml:2",
      "guards.requiredAdmins [] built-in default",
      'guards.exposure "show" built-in default',
      'prune "nothing" built-in default',
      'variables.region "us" docform.yaml:9 environment',
      "variables.token (sensitive) docform.yaml:3 env SECRET",
      "variables.days 7 docform.yaml:3 --var",
      'variables.quiet "yes" docform.yaml:3 env QUIET not there, so its default',
      'defaults.space.emoji "1f680" docform.yaml:5',
      "",
    ]);
  });

  test("says the same as data", async () => {
    const { stdout } = await run("config", "--format", "json");
    const { settings, ...rest } = JSON.parse(stdout) as ConfigDocument;
    expect(rest).toEqual({ formatVersion: 1 });
    const found = settings.find(({ path }) => path === "variables.token");
    expect(found).toMatchObject({
      from: "project",
      sensitive: true,
      madeOf: [{ type: "env", name: "SECRET" }],
    });
    expect(found).not.toHaveProperty("value");
    expect(stdout).not.toContain(secret);
  });

  test("takes the address of the process where docform.yaml has none, and shows no password in it", async () => {
    const address = async (url: string) => {
      const { stdout } = await runDocform(["config"], {
        cwd: folderWith({ "docform.yaml": "organizations: { acme: { id: a } }" }),
        env: { DOCFORM_BASE_URL: url },
      });
      return lines(stdout)[0];
    };
    expect(await address("https://api.example")).toBe(
      'platform.baseUrl "https://api.example" env DOCFORM_BASE_URL',
    );
    expect(await address("https://me:pass@api.example")).toBe(
      "platform.baseUrl (sensitive) env DOCFORM_BASE_URL",
    );
  });

  test("shows no password in an address that docform.yaml says, whichever layer says it", async () => {
    const settings = `platform: { baseUrl: 'https://me:canary-pa55word@api.example' }
organizations: { acme: { id: org_test } }
environments:
  production: { platform: { baseUrl: 'https://\${env:LOGIN}@api.example' } }
  open: { platform: { baseUrl: 'https://\${env:HOST}' } }
`;
    const address = async (...more: string[]) => {
      const { stdout } = await runDocform(["config", ...more], {
        cwd: folderWith({ "docform.yaml": settings }),
        env: { LOGIN: "me:canary-pa55word", HOST: "api.example" },
      });
      return lines(stdout)[0];
    };
    expect(await address()).toBe("platform.baseUrl (sensitive) docform.yaml:1");
    expect(await address("--env", "production")).toBe(
      "platform.baseUrl (sensitive) docform.yaml:4 environment, env LOGIN",
    );
    expect(await address("--env", "open")).toBe(
      "platform.baseUrl (sensitive) docform.yaml:5 environment, env HOST",
    );
  });

  test.each(["text", "json"])(
    "shows no text of a file, and no secret of a default, as %s",
    async (format) => {
      const settings = `organizations: { acme: { id: org_test } }
variables: { pem: '\${file:okta.pem}', again: 'x \${var:pem}' }
defaults:
  saml-provider: { label: Okta, certificate: MIIcanary }
`;
      const { code, stdout } = await runDocform(["config", "--format", format], {
        cwd: folderWith({ "docform.yaml": settings, "okta.pem": project["okta.pem"] }),
      });
      expect([code, stdout]).toEqual([0, expect.not.stringContaining("canary")]);
      expect(stdout.match(/sensitive/g)).toHaveLength(3);
      expect(stdout).toContain("Okta");
    },
  );

  test.each(["text", "json"])(
    "shows no variable that a certificate is made of, or that has the form of a key, as %s",
    async (format) => {
      const pem = `${project["okta.pem"]}`.replaceAll("\n", "\\n");
      const settings = `organizations: { acme: { id: org_test } }
variables: { bare: MIIcanary, again: 'x \${var:bare}', unused: "${pem}", region: eu }
`;
      const manifest = `organization: acme
saml: { okta: { label: '\${var:region}', ssoURL: 'https://x.example', certificate: '\${var:bare}' } }
teams: { docs: { titel: a mistake is no matter here } }
`;
      const { code, stdout, stderr } = await runDocform(["config", "--format", format], {
        cwd: folderWith({ "docform.yaml": settings, "manifests/a.yaml": manifest }),
      });
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).not.toContain("canary");
      expect(stdout.match(/sensitive/g)).toHaveLength(3);
      expect(stdout).toMatch(/"eu"/);
    },
  );

  test.each(["https://me:canary@api.example/v1", "ftp://me:canary@api.example", "https://me:canary/1@x"])(
    "shows no password where it quotes an address that is wrong: %s",
    async (baseUrl) => {
      const settings = `platform: { baseUrl: '${baseUrl}' }\norganizations: { acme: { id: org_test } }\n`;
      for (const command of ["config", "validate"]) {
        const run = await runDocform([command], { cwd: folderWith({ "docform.yaml": settings }) });
        const said = run.stdout + run.stderr;
        expect(said).toContain("error[DF1005]: platform.baseUrl must be");
        expect(said).toContain("://***");
        expect(said).not.toContain("canary");
      }
    },
  );

  test("shows what can be shown when something is wrong, and exits 1", async () => {
    const { code, stdout, stderr } = await runDocform(["config"], { cwd: folderWith(project) });
    expect(code).toBe(1);
    expect(lines(stdout)).toContain("variables.token (cannot be read) docform.yaml:3");
    expect(stderr).toContain("error[DF1008]: the environment variable SECRET is not set");
    const nowhere = await runDocform(["config"], { cwd: folderWith({}) });
    expect([nowhere.code, nowhere.stdout]).toEqual([1, ""]);
    expect(nowhere.stderr).toContain("DF1010");
  });
});

describe("docform values", () => {
  test.each([
    [
      "teams.docs",
      [],
      ["teams.docs manifests/a.yaml:2", 'title "Docs eu" manifests/a.yaml:2 var region (docform.yaml:3)'],
    ],
    [
      "acme/teams.docs",
      ["--env", "production"],
      ["teams.docs manifests/a.yaml:2", 'title "Writers" overlays/production.yaml:2 overlay'],
    ],
    [
      "spaces.docs-de",
      [],
      [
        "spaces.docs-de manifests/a.yaml:4",
        'title "Docs Deutsch" manifests/a.yaml:6 each (manifests/a.yaml:5)',
        'language "de" manifests/a.yaml:5 each (manifests/a.yaml:5)',
        'emoji "1f680" docform.yaml:5 default',
        "collection null manifests/a.yaml:12",
      ],
    ],
    [
      "saml.okta",
      [],
      [
        "saml.okta manifests/a.yaml:9",
        "label (sensitive) manifests/a.yaml:9 var token (docform.yaml:3), env SECRET",
        'ssoURL "https://x.example" manifests/a.yaml:9',
        "certificate (sensitive) manifests/a.yaml:9 file okta.pem",
      ],
    ],
    [
      "sites.help",
      [],
      [
        "sites.help manifests/a.yaml:11",
        'title "Help" manifests/a.yaml:11',
        'structure[0].section "s" manifests/a.yaml:11',
        "structure[0].title (sensitive) manifests/a.yaml:11 var token (docform.yaml:3), env SECRET",
        'structure[0].spaces[0].space "docs-en" manifests/a.yaml:11',
      ],
    ],
  ] as const)("%s %j", async (address, options, expected) => {
    const { code, stdout, stderr } = await run("values", address, ...options);
    expect([code, stderr]).toEqual([0, ""]);
    expect(lines(stdout).filter((one) => one !== "")).toEqual(
      expected.map((one, at) => (at === 0 ? `acme/${one}` : one)),
    );
  });

  test("says the same as data, and no secret", async () => {
    const { stdout } = await run("values", "saml.okta", "--format", "json");
    const document = JSON.parse(stdout) as ValuesDocument;
    expect(document).toMatchObject({ formatVersion: 1, address: "acme/saml.okta", kind: "saml-provider" });
    expect(document.values.map(({ path, sensitive }) => [path, sensitive === true])).toEqual([
      ["label", true],
      ["ssoURL", false],
      ["certificate", true],
    ]);
    expect(stdout).not.toContain("canary");
  });

  test("an address that nothing declares names the nearest", async () => {
    const { code, stdout, stderr } = await run("values", "teams.dosc");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain('error[DF5011]: no manifest declares "teams.dosc"');
    expect(stderr).toContain("did you mean teams.docs?");
  });
});

test("--var reaches a plan's manifests, and what it does not fit is wrong usage of it", async () => {
  expect(lines((await run("values", "teams.docs", "--var", "region=ap")).stdout)).toContain(
    'title "Docs ap" manifests/a.yaml:2 var region',
  );
  const { code, stderr } = await run("validate", "--var", "regoin=ap");
  expect([code, stderr]).toEqual([1, ""]);
});
