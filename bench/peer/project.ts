import { benchProject } from "../plan/project.ts";

/** A resource that is wanted: its id and its fields. */
interface Wanted {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The same work for docform and for the plain script. */
interface PeerProject {
  /** The manifests, for docform. */
  readonly files: Readonly<Record<string, string>>;
  /** The same as ids and fields, for the script. */
  readonly wanted: {
    readonly organization: string;
    readonly members: readonly Wanted[];
    readonly teams: readonly string[];
    readonly sites: readonly { readonly id: string; readonly sections: readonly Wanted[] }[];
  };
  /** The seed of the platform, which differs from both. */
  readonly seed: unknown;
  readonly changes: number;
}

interface Item {
  readonly id: string;
  readonly section?: string;
  readonly path?: string;
  icon?: string;
  readonly children?: readonly Item[];
}

interface Seed {
  readonly organizations: readonly [
    {
      readonly members: readonly { readonly id: string; role: string }[];
      readonly teams: readonly { readonly id: string }[];
      readonly sites: readonly { readonly id: string; readonly structure: readonly Item[] }[];
    },
  ];
}

/** A project of about `size` resources. A tenth of them differ, each by one call: roles of people, icons of sections. */
export function peerProject(size: number): PeerProject {
  const { files, seed: seedOf, units } = benchProject(size, "equal");
  const seed = seedOf(units) as Seed;
  const [{ members, teams, sites }] = seed.organizations;
  const wanted = {
    organization: "org_acme",
    members: members.map(({ id, role }) => ({ id, fields: { role } })),
    teams: teams.map(({ id }) => id),
    sites: sites.map(({ id, structure }) => ({ id, sections: sectionsIn(structure).map(wantedSection) })),
  };
  const people = members.filter(({ id }) => /_[123]$/.test(id));
  for (const one of people) one.role = one.role === "create" ? "edit" : "create";
  const sections = sites
    .flatMap(({ structure }) => sectionsIn(structure))
    .filter(({ id }) => /^sec_\d+_[01]$/.test(id));
  for (const one of sections) one.icon = "bolt";
  // The address of the platform comes from the environment.
  const settings = { "docform.yaml": "organizations: { acme: { id: org_acme } }\n" };
  return { files: { ...files, ...settings }, wanted, seed, changes: people.length + sections.length };
}

function sectionsIn(structure: readonly Item[]): readonly Item[] {
  return structure.flatMap((item) => (item.section === undefined ? sectionsIn(item.children ?? []) : [item]));
}

function wantedSection({ id, section: title = "", path = "", icon }: Item): Wanted {
  return { id, fields: { title, path, ...(icon === undefined ? {} : { icon }) } };
}
