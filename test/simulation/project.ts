import type { Edition } from "../../src/contract/edition.ts";
import { manifestsOf, seedOf, type World } from "../laws/worlds/world.ts";
import { folder } from "./machine/process.ts";
import { stateAddress } from "./state/state-server.ts";

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
  /** The edition of the API that its platform speaks. */
  readonly edition: Edition;
  /** Texts by absolute path. */
  readonly files: Readonly<Record<string, string>>;
  readonly seed: object;
  /** When it begins, ISO 8601. */
  readonly now: string;
}

/** The parts of a project outside of its world. */
export interface ProjectParts {
  /** A certificate that nobody may see. */
  readonly hasCertificate: boolean;
  /** Teams that are not there yet. Most worlds create little, and a create is what must not happen twice. */
  readonly newTeams: number;
  /** Spaces that are not there yet, where the edition can make them. */
  readonly newSpaces?: number;
  /** The state on a server, and not in the folder. */
  readonly hasState?: boolean;
}

/** The project of a random world. */
export function projectOf(
  world: World,
  { hasCertificate, newTeams, newSpaces = 0, hasState = false }: ProjectParts,
): Project {
  const { edition = "reference" } = world;
  const settings = {
    ...(edition === "reference" ? {} : { platform: { api: edition } }),
    organizations: { acme: { id: "org_acme" }, globex: { id: "org_globex" } },
    guards: { minAdmins: 0 },
    ...(hasState ? { state: { http: { address: stateAddress } } } : {}),
  };
  const { "acme.yaml": acme = {}, ...others } = manifestsOf(world);
  const teams = withNew("teams", hasCertificate ? withCertificate(acme) : acme, newTeams);
  const own = withNew("spaces", teams, newSpaces);
  const manifests = Object.entries({ ...others, "acme.yaml": own }).map(([name, manifest]) => [
    `manifests/${name}`,
    manifest,
  ]);
  const written = [["docform.yaml", settings], ...manifests].map(([name, content]) => [
    `${folder}/${name}`,
    JSON.stringify(content),
  ]);
  const pem = `-----BEGIN CERTIFICATE-----\n${canaries.certificate}\n-----END CERTIFICATE-----\n`;
  const files = { ...Object.fromEntries(written), [`${folder}/canary.pem`]: pem };
  return { edition, files, seed: seedOf(world), now: "2026-01-05T09:00:00Z" };
}

type Manifest = Readonly<Record<string, unknown>>;

/** The manifest with so many more, which are not there. */
function withNew(key: "teams" | "spaces", manifest: Manifest, count: number): Manifest {
  if (count === 0) return manifest;
  const names = Array.from({ length: count }, (_, index) => [`new${index}`, { title: `New ${index}` }]);
  return { ...manifest, [key]: { ...(manifest[key] as object | undefined), ...Object.fromEntries(names) } };
}

function withCertificate(manifest: Manifest): Manifest {
  const provider = { label: "Canary", ssoURL: "https://sso.example/in", certificate: "${file:canary.pem}" };
  return { ...manifest, saml: { ...(manifest.saml as object | undefined), canary: provider } };
}
