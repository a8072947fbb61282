import { isDeepStrictEqual } from "node:util";
import type { Project } from "../../manifest/load/load-project.ts";
import { type ProjectFiles, pathExists, policyFolder } from "../../manifest/read/project-files.ts";
import { readText } from "../../manifest/read/read-file.ts";
import { limits } from "../../manifest/read/yaml-limits.ts";
import type { DesiredOrganization, DesiredResource, OrderItem } from "../../model/desired.ts";
import { groupBy } from "../../model/group-by.ts";
import { transferTarget } from "../../planner/match/tree-kind.ts";
import { canonicalJson } from "../../text/json.ts";

/** A project at one time, with all that its plans are made of. */
export interface ProjectVersion {
  readonly project: Project;
  /** The text of each policy file by its path. */
  readonly policies: ReadonlyMap<string, string>;
}

/** The texts of the policies of a project. Throws when one cannot be read. */
export async function policyTexts(files: ProjectFiles): Promise<ReadonlyMap<string, string>> {
  const paths = (await pathExists(files, policyFolder)) ? await files.listYaml(policyFolder) : [];
  const texts = new Map<string, string>();
  for (const path of paths) {
    const read = await readText(files, path, limits.bytes);
    if (!("text" in read)) throw new Error(`${path} ${read.problem}`);
    texts.set(path, read.text);
  }
  return texts;
}

/**
 * The organizations whose desired state differs between two versions of a project, of those that either declares. Where
 * each plan may differ, the reason for all of them. Places in files and comments say nothing: what is composed counts.
 */
export function changedOrganizations(
  before: ProjectVersion,
  after: ProjectVersion,
): ReadonlySet<string> | { readonly allFor: string } {
  if (!isDeepStrictEqual(settingsOf(before.project), settingsOf(after.project)))
    return { allFor: "the settings of docform.yaml" };
  if (!isDeepStrictEqual(before.policies, after.policies)) return { allFor: "the policies" };
  const [old, now] = [desiredTexts(before.project), desiredTexts(after.project)];
  return new Set([...old.keys(), ...now.keys()].filter((alias) => old.get(alias) !== now.get(alias)));
}

/**
 * All of a project but what it declares, and where that is written. A label by itself changes no plan: what is declared by
 * it does. A setting that is new here counts for all.
 */
function settingsOf(project: Project): Partial<Project> {
  const { desired: _, kinds: __, diagnostics: ___, organizationSources: ____, ...others } = project;
  const {
    files,
    places,
    overlays,
    drafts,
    removals,
    sources,
    labels,
    heads,
    requestsPerSecond,
    rollout,
    schedule,
    ...settings
  } = others;
  return settings;
}

/** By alias: the desired state of an organization as a text. Equal texts give equal plans. */
function desiredTexts({ desired, kinds }: Project): ReadonlyMap<string, string> {
  const resources = groupBy(desired.resources, ({ organization }) => organization);
  const texts = desired.organizations.map((organization) => {
    const own = resources.get(organization.alias) ?? [];
    const targets = own.map((resource) => transferTarget(desired, kinds, resource));
    const { alias } = organization;
    const whole = [organizationOnly(organization), own.map(resourceOnly), targets];
    return [alias, canonicalJson([...whole, desired.scope ?? null])] as const;
  });
  return new Map(texts);
}

function organizationOnly({ source, sources, manageSources, order, ...rest }: DesiredOrganization) {
  return { ...rest, order: order?.map(itemOnly) };
}

function resourceOnly({ source, sources, order, ...rest }: DesiredResource) {
  return { ...rest, order: order?.map(itemOnly) };
}

function itemOnly({ source, ...item }: OrderItem) {
  return item;
}
