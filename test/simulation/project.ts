import { manifestsOf, seedOf, type World } from "../laws/world.ts";
import { folder } from "./process.ts";

/** Texts that nobody may find in any output or file. */
export const canaries = {
  token: "canary-token-9f21c7",
  certificate: "canary-certificate-5b1d0e",
} as const;

/** Address of the platform. */
export const baseUrl = "https://docform.example";

/** Environment of every run. */
export const environment = { DOCFORM_TOKEN: canaries.token, DOCFORM_BASE_URL: baseUrl } as const;

/** A project and its platform. */
export interface Project {
  /** Texts by absolute path. */
  readonly files: Readonly<Record<string, string>>;
  readonly seed: object;
  /** When it begins, ISO 8601. */
  readonly now: string;
}

/** The project of a random world. Some hold a certificate that nobody may see. */
export function projectOf(world: World, hasCertificate: boolean): Project {
  const settings = {
    organizations: { acme: { id: "org_acme" }, globex: { id: "org_globex" } },
    guards: { minAdmins: 0 },
  };
  const manifests = Object.entries(manifestsOf(world)).map(([name, manifest]) => [
    `manifests/${name}`,
    hasCertificate && name === "acme.yaml" ? withCertificate(manifest) : manifest,
  ]);
  const written = [["docform.yaml", settings], ...manifests].map(([name, content]) => [
    `${folder}/${name}`,
    JSON.stringify(content),
  ]);
  const pem = `-----BEGIN CERTIFICATE-----\n${canaries.certificate}\n-----END CERTIFICATE-----\n`;
  const files = { ...Object.fromEntries(written), [`${folder}/canary.pem`]: pem };
  return { files, seed: seedOf(world), now: "2026-01-05T09:00:00Z" };
}

function withCertificate(manifest: Readonly<Record<string, unknown>>): object {
  const provider = { label: "Canary", ssoURL: "https://sso.example/in", certificate: "${file:canary.pem}" };
  return { ...manifest, saml: { ...(manifest.saml as object | undefined), canary: provider } };
}
