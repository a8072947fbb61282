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
  /** More than is there in the reference. */
  readonly gitbook?: GitbookParts;
  /** The state on a server, and not in the folder. */
  readonly hasState?: boolean;
}

/** The parts of a project that only the edition gitbook has. */
export interface GitbookParts {
  /** Spaces that are not there yet. Each lets in a new team, where there is one. */
  readonly newSpaces: number;
  /** People who are not there, and are invited. */
  readonly newPeople: number;
  /** Redirects that are not there yet, of each site, which share a call. */
  readonly newRedirects: number;
  /** Has each site, and each space that it shows, parts of a look? */
  readonly hasLooks: boolean;
}

/** The project of a random world. */
export function projectOf(
  world: World,
  { hasCertificate, newTeams, gitbook, hasState = false }: ProjectParts,
): Project {
  const { edition = "reference" } = world;
  const settings = {
    ...(edition === "reference" ? {} : { platform: { api: edition } }),
    organizations: {
      acme: { id: "org_acme" },
      ...(hasTransfers(world) ? { globex: { id: "org_globex" } } : {}),
    },
    guards: { minAdmins: 0 },
    ...(hasState ? { state: { http: { address: stateAddress } } } : {}),
  };
  const { "acme.yaml": acme = {}, ...beside } = manifestsOf(world);
  const others = hasTransfers(world) ? beside : {};
  const teams = withTeams(hasCertificate ? withCertificate(acme) : acme, newTeams);
  const own = gitbook === undefined ? teams : withGitbook(teams, gitbook, newTeams);
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

/** Does anything go to another organization? Then both are one unit; else the project has one organization. */
export function hasTransfers(world: World): boolean {
  return JSON.stringify(manifestsOf(world)).includes('"transferTo"');
}

type Manifest = Readonly<Record<string, unknown>>;

function withTeams(manifest: Manifest, count: number): Manifest {
  return withMore("teams", manifest, count, (index) => [`new${index}`, { title: `New ${index}` }]);
}

type Entry = readonly [key: string, fields: object];

/** The manifest with so many more of a kind. */
function withMore(key: string, manifest: Manifest, count: number, entry: (index: number) => Entry): Manifest {
  if (count === 0) return manifest;
  const more = Array.from({ length: count }, (_, index) => entry(index));
  return { ...manifest, [key]: { ...(manifest[key] as object | undefined), ...Object.fromEntries(more) } };
}

const roles = ["read", "comment", "edit", "admin"] as const;

function withGitbook(manifest: Manifest, parts: GitbookParts, newTeams: number): Manifest {
  const { newSpaces, newPeople } = parts;
  const spaces = withMore("spaces", manifest, newSpaces, (index) => {
    const teams = newTeams === 0 ? {} : { [`new${index % newTeams}`]: roles[index % roles.length] };
    const level = index % 2 === 0 ? {} : { defaultLevel: null };
    return [`new${index}`, { title: `New ${index}`, ...level, access: { teams } }];
  });
  const people = withMore("members", spaces, newPeople, (index) => [
    `new${index}@acme.example`,
    { role: "read" },
  ]);
  const sites = Object.entries((people.sites ?? {}) as Readonly<Record<string, Manifest>>);
  if (sites.length === 0) return people;
  return { ...people, sites: Object.fromEntries(sites.map(([key, site]) => [key, siteWith(site, parts)])) };
}

/** An item of a structure. */
interface Item extends Readonly<Partial<Record<"section" | "space", string>>> {
  readonly absent?: boolean;
  readonly structure?: readonly Item[];
  readonly sections?: readonly Item[];
  readonly groups?: readonly Item[];
  readonly spaces?: readonly Item[];
}

/** The addresses below the site of the sections and spaces that a structure declares. */
function placesIn(items: readonly Item[], outer = ""): readonly string[] {
  return items.flatMap(
    ({ section, space, absent, structure = [], sections = [], groups = [], spaces = [] }) => {
      if (absent === true) return [];
      if (space !== undefined) return [`${outer}spaces.${space.replace(/^id:/, "")}`];
      const own = section === undefined ? "" : `sections.${section}`;
      const inner = [...structure, ...sections, ...groups, ...spaces];
      return [...(own === "" ? [] : [own]), ...placesIn(inner, own === "" ? "" : `${own}.`)];
    },
  );
}

/** A site with redirects, and with looks. */
function siteWith(site: Manifest, { newRedirects, hasLooks }: GitbookParts): Manifest {
  // Of another site, something is declared alone, and the rest must stay.
  if (site.structure === undefined) return site;
  const places = placesIn(site.structure as readonly Item[]);
  const redirected = withMore("redirects", site, newRedirects, (index) => [
    `old${index}`,
    { source: `/old/${index}`, to: places[index * 2] ?? `https://acme.example/${index}` },
  ]);
  if (!hasLooks) return redirected;
  const customization = { styling: { theme: "bold" } };
  const structure = JSON.parse(JSON.stringify(site.structure), (_, value) =>
    typeof value?.space === "string" ? { ...value, customization: { favicon: { emoji: "1f680" } } } : value,
  );
  return { ...redirected, customization, structure };
}

function withCertificate(manifest: Manifest): Manifest {
  const provider = { label: "Canary", ssoURL: "https://sso.example/in", certificate: "${file:canary.pem}" };
  return { ...manifest, saml: { ...(manifest.saml as object | undefined), canary: provider } };
}
