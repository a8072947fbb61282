import { expect, test } from "vitest";
import { type Edit, editOn, manifest, project } from "../support/processes/cli-fixture.ts";

// A difference that means nothing takes no call (docs/explanation/how-docform-decides.md).

const space = "/spaces/sp_one";
const [begin, end] = ["-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"];
const content = "MIIDpDCCAoyg\nAwIBAgIGAVbZ";

/** The certificate as it is in a file, with these line ends. */
function pem(lineEnd: string): string {
  return `${begin}\n${content}\n${end}\n`.replaceAll("\n", lineEnd);
}

const saml = 'saml: { okta: { label: Okta, certificate: "${file:okta.pem}" } }\n';

interface Case {
  readonly what: string;
  readonly written: string;
  readonly edits?: readonly Edit[];
}

const cases: readonly Case[] = [
  {
    what: "a domain that is written twice",
    written: "settings: { emailDomains: [acme.example, acme.example] }\n",
  },
  {
    what: "a domain that the platform has twice",
    written: "settings: { emailDomains: [b.example, acme.example] }\n",
    edits: [["PATCH", "/orgs/org_acme", { emailDomains: ["acme.example", "b.example", "acme.example"] }]],
  },
  {
    what: "a language in another case",
    written: "spaces: { one: { id: sp_one, language: en-US } }\n",
    edits: [["PATCH", space, { language: "en-us" }]],
  },
  ...[
    ["without the last newline", pem("\n").trim()],
    ["with other line ends", pem("\r\n")],
    ["with lines of another width", `${begin}\n${content.replaceAll("\n", "")}\n${end}\n`],
    ["without its first and last line", content],
  ].map(([what = "", certificate = ""]): Case => {
    const edits: readonly Edit[] = [["PATCH", "/orgs/org_acme/saml/saml_okta", { certificate }]];
    return { what: `a certificate ${what}`, written: saml, edits };
  }),
];

test.each(cases)("$what is no difference", async ({ written, edits = [] }) => {
  const { docform, platform } = await project({ ...manifest(written), "okta.pem": pem("\n") });
  for (const edit of edits) await editOn(platform, edit);
  expect((await docform("plan")).stdout).toContain("No changes");
  expect((await docform("pull --declared --dry-run")).stdout).toContain("nothing to write");
});

test("another language is shown and undone as the platform writes it", async () => {
  const { docform, platform } = await project(manifest("spaces: { one: { id: sp_one, language: fr } }\n"));
  await editOn(platform, ["PATCH", space, { language: "en-US" }]);
  expect((await docform("plan")).stdout).toContain('"en-US" → "fr"');
  expect(await docform("apply --yes")).toMatchObject({ code: 0 });
  expect(await docform("undo --yes")).toMatchObject({ code: 0 });
  const headers = { authorization: `Bearer ${platform.token}` };
  const answer = await fetch(`${platform.url}/v1${space}`, { headers });
  expect(await answer.json()).toMatchObject({ language: "en-US" });
});

test("another certificate is a difference", async () => {
  const { docform, platform } = await project({ ...manifest(saml), "okta.pem": pem("\n") });
  const certificate = pem("\n").replace("MIIDpDCC", "MIIDpDCB");
  await editOn(platform, ["PATCH", "/orgs/org_acme/saml/saml_okta", { certificate }]);
  expect((await docform("plan")).stdout).toContain("certificate  (sensitive) differs");
});
