import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";

/** The values of one object, in a manifest or in the live state. */
export interface Item {
  readonly [field: string]: unknown;
  readonly id?: string;
  readonly title?: string;
  readonly previously?: readonly string[];
  readonly absent?: boolean;
  readonly ignore?: readonly string[];
}

/** A team of either side, with the role of each member by email. */
export interface Team extends Item {
  readonly members?: Readonly<Record<string, string>>;
}

/** A site, a group, a section or a space that a site shows, of either side. */
export interface SiteItem extends Item {
  readonly structure?: readonly SiteItem[];
  readonly sections?: readonly SiteItem[];
  readonly groups?: readonly SiteItem[];
  readonly children?: readonly SiteItem[];
  readonly spaces?: readonly SiteItem[];
}

/** A site of the manifests. */
export interface DeclaredSite extends SiteItem {
  readonly manage?: { readonly shareLinks?: "exact" };
  readonly shareLinks?: ByKey<Item>;
}

/** A site of the live state. */
export interface LiveSite extends SiteItem {
  readonly shareLinks?: readonly Item[];
}

type ByKey<T> = Readonly<Record<string, T>>;

/** The declarations of all manifests of the example together. */
export interface Manifests {
  readonly settings: Item;
  readonly members: ByKey<Item>;
  readonly teams: ByKey<Team>;
  readonly spaces: ByKey<Item>;
  readonly saml: ByKey<Item>;
  readonly openapi: ByKey<Item & { readonly source: { readonly url: string } }>;
  readonly sites: ByKey<DeclaredSite>;
}

/** The organization as live.yaml has it. */
export interface LiveOrganization extends Item {
  readonly members: readonly Item[];
  readonly teams: readonly Team[];
  readonly spaces: readonly Item[];
  readonly saml: readonly Item[];
  readonly openapi: readonly Item[];
  readonly sites: readonly LiveSite[];
}

/** Both sides of the example. */
export interface Example {
  /** Names of the manifests, relative to its folder. */
  readonly files: readonly string[];
  readonly manifests: Manifests;
  readonly live: LiveOrganization;
}

/** Reads both sides of the example. */
export function readExample(folder: string): Example {
  const read = (file: string) => parse(readFileSync(join(folder, file), "utf8"));
  const names = readdirSync(join(folder, "manifests"), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".yaml")).map((name) => join("manifests", name));
  const manifests: Record<string, object> = {};
  for (const file of files) {
    for (const [name, value] of Object.entries<object | string>(read(file))) {
      if (typeof value === "object") manifests[name] = { ...manifests[name], ...value };
    }
  }
  return { files, manifests: manifests as unknown as Manifests, live: read("live.yaml").organizations[0] };
}
