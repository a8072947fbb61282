import type { Desired, DesiredOrganization } from "../../model/desired.ts";
import type { Kind } from "../../model/kind.ts";
import type { Json, JsonObject } from "../../text/json.ts";
import { indexKinds } from "../schema/kind-slots.ts";
import { modeline } from "../schema/modeline.ts";
import { toYaml } from "./to-yaml.ts";
import type { ManifestWriter } from "./write-manifests.ts";

/** How new manifests are split: one for each kind, or one for each organization. */
export type Layout = "files" | "single";

/** Where new manifests go. */
export interface Target {
  /** Folder of the manifests, relative to the project. */
  readonly folder: string;
  readonly layout: Layout;
  /** Are the manifests of several organizations to be kept apart? */
  readonly isShared: boolean;
  /** Does the project keep the schemas, so that each manifest names its own for editors? */
  readonly hasSchemas?: boolean;
}

/** A manifest file that is not there yet. */
export interface NewManifest {
  readonly path: string;
  readonly text: string;
  /** Alias of the organization of the file. */
  readonly organization: string;
}

/** New manifests for organizations that have none. */
export function newManifests(
  { organizations }: Desired,
  kinds: readonly Kind[],
  writer: ManifestWriter,
  target: Target,
): readonly NewManifest[] {
  return organizations.flatMap((organization) => {
    const parts = manifestEntries(organization, kinds, writer);
    if (parts.length === 0) return [];
    const { alias } = organization;
    if (target.layout === "single") {
      const path = `${target.folder}/${alias}.yaml`;
      return [manifestAt(path, alias, Object.fromEntries(parts), target)];
    }
    return parts.map(([name, value]) =>
      manifestAt(pathFor(target, alias, name), alias, { [name]: value }, target),
    );
  });
}

/** The file for a key of a manifest, such as `sites`. */
export function pathFor({ folder, isShared }: Target, alias: string, name: string): string {
  const file = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${folder}/${isShared ? `${alias}/` : ""}${file}.yaml`;
}

/** A manifest of one organization. */
export function manifestAt(
  path: string,
  organization: string,
  parts: JsonObject,
  { hasSchemas }: Pick<Target, "hasSchemas">,
): NewManifest {
  const text = toYaml({ organization, ...parts }, { spaced: true });
  return { path, organization, text: hasSchemas === true ? `${modeline("manifest", path)}\n${text}` : text };
}

/** The entries of the manifest of an organization. */
function manifestEntries(
  { alias, order = [] }: DesiredOrganization,
  kinds: readonly Kind[],
  writer: ManifestWriter,
): readonly (readonly [string, Json])[] {
  const index = indexKinds(kinds);
  const collections = index.roots.flatMap((kind): (readonly [string, Json])[] => {
    const value = writer.collectionOf(alias, kind);
    return value === undefined ? [] : [[kind.plural, value]];
  });
  return [...(order.length === 0 ? [] : [["order", writer.orderOf(order)] as const]), ...collections];
}
