import { type Address, childAddress } from "../model/address.ts";
import type { DesiredResource } from "../model/desired.ts";
import type { Kind, LeadingOn } from "../model/kind.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { liveValue } from "../planner/match/identity.ts";
import { isObject } from "../text/json.ts";
import { slugOf, uniqueSlug } from "../text/slug.ts";
import { pathIn, urlPath } from "./lost-paths.ts";
import type { KnownRedirect, NewRedirect } from "./new-redirects.ts";
import type { PlanView, SiteInPlan } from "./planned-structure.ts";
import { contentAt, everyItem, pathOf } from "./structure.ts";

/** The redirects of a site in a plan. */
export interface SiteRedirects {
  readonly site: SiteInPlan;
  readonly kind: Kind;
  readonly resource: DesiredResource;
  /** docform keeps its old paths, and all its redirects. */
  readonly keeps: boolean;
  readonly known: readonly KnownRedirect[];
  /** Those of them that manifests declare. */
  readonly declared: readonly KnownRedirect[];
  /** The live ones that no manifest declares. */
  readonly undeclared: readonly LiveResource[];
}

/** The redirects of a site; undefined where no kind leads on. */
export function redirectsOf({ kinds }: PlanView, site: SiteInPlan): SiteRedirects | undefined {
  const { resource } = site;
  const kind = kinds.childrenOf(site.live.kind).find(({ leadsOn }) => leadsOn !== undefined);
  if (kind === undefined || resource === undefined) return undefined;
  const undeclared = site.undeclared.filter((one) => one.kind === kind.name);
  const { fields } = kinds.get(site.live.kind);
  const keeps = Object.keys(fields).some(
    (name) => fields[name]?.looksAfter === kind.plural && resource.values[name] === true,
  );
  const declared = site.declared
    .filter((one) => one.kind === kind.name && !one.absent)
    .flatMap(({ values }) => knownOf(site, kind.leadsOn?.read(values), false) ?? []);
  const others = undeclared.flatMap((one) => knownOf(site, leadingOf(kind, one), keeps) ?? []);
  return { site, kind, resource, keeps, undeclared, declared, known: [...declared, ...others] };
}

/** The path that a live redirect leads on from, and the place to which it leads. */
function leadingOf(kind: Kind, live: LiveResource): LeadingOn | undefined {
  const names = Object.keys(kind.fields);
  return kind.leadsOn?.read(Object.fromEntries(names.map((name) => [name, liveValue(kind, name, live)])));
}

function knownOf(
  { live, before }: SiteInPlan,
  leading: LeadingOn | undefined,
  isKept: boolean,
): KnownRedirect | undefined {
  if (leading === undefined) return undefined;
  const { to, source, captures } = leading;
  if (!("url" in to))
    return { source, captures, isKept, to: liveKey({ organization: live.organization, ...to }) };
  const base = publishedAt(live);
  const isHere = base !== undefined && to.url.startsWith(base);
  const at = isHere ? pathIn(to.url.slice(base.length)) : undefined;
  const content = at && contentAt(before, at);
  const key = content?.rest.length === 0 ? content.item.key : undefined;
  return { source, captures, isKept, to: key, at };
}

/** The address of a published site, with a slash at its end. */
function publishedAt({ answer: { urls } }: LiveResource): string | undefined {
  const address = isObject(urls) ? urls.published : undefined;
  return typeof address === "string" ? address.replace(/\/*$/, "/") : undefined;
}

/** A redirect as a manifest says it; undefined where its destination has neither an id nor an address yet. */
export function written({ site, kind }: SiteRedirects, { to, ...leading }: NewRedirect) {
  const base = publishedAt(site.live);
  if (to.id !== undefined) return kind.leadsOn?.write({ ...leading, to: { kind: to.kind, id: to.id } });
  const path = pathOf(site.after, to);
  const url =
    base === undefined ? undefined : `${base}${path.length === 0 ? "" : `${urlPath(path).slice(1)}/`}`;
  return url === undefined ? undefined : kind.leadsOn?.write({ ...leading, to: { url } });
}

/** A line for `redirects` in a manifest. Its values are written as JSON, which is YAML. */
export function manifestLine(key: string, values: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `${key}: { ${fields.join(", ")} }`;
}

/** The key of a redirect by its source: `old-api`, or `old-api-all` of `/old/api/*`. */
export function keyOfSource(source: string, isTaken: (key: string) => boolean): string {
  const plain = source
    .toLowerCase()
    .replace(/\*$/, "/all")
    .replaceAll(/[^a-z0-9]+/g, "-");
  return uniqueSlug(slugOf(plain, "redirect"), isTaken);
}

/**
 * The redirects that docform keeps as if a manifest declared them, and the new ones. One that is there already and shall lead
 * elsewhere is changed.
 */
export function keptResources(
  redirects: SiteRedirects,
  found: readonly NewRedirect[],
): readonly DesiredResource[] {
  const { kind, resource, undeclared } = redirects;
  const values = new Map(
    undeclared.flatMap((live) => {
      const leading = leadingOf(kind, live);
      const now = leading && kind.leadsOn?.write(leading);
      return leading === undefined || now === undefined ? [] : [[leading.source.toLowerCase(), now] as const];
    }),
  );
  for (const one of found) {
    const wanted = written(redirects, one);
    if (wanted !== undefined) values.set(one.source.toLowerCase(), wanted);
  }
  const taken = new Set<Address>();
  return [...values].map(([source, one]) => {
    const key = keyOfSource(source, (name) => taken.has(name));
    taken.add(key);
    return declaredAs(resource, kind, key, one);
  });
}

function declaredAs(
  { address: parent, organization, source }: DesiredResource,
  kind: Kind,
  key: string,
  values: DesiredResource["values"],
): DesiredResource {
  return {
    address: childAddress(parent, kind.plural, key),
    kind: kind.name,
    key,
    organization,
    parent,
    values,
    sensitive: [],
    previously: [],
    absent: false,
    protect: false,
    ignore: [],
    manage: {},
    source,
    sources: {},
  };
}

/** The path to which a redirect leads from a path, if any does. */
export function ledTo(
  { site: { after } }: SiteRedirects,
  all: readonly { readonly source: string; readonly key: string | undefined }[],
  source: string,
): string | undefined {
  const fits = (one: string): boolean =>
    one === source || (one.endsWith("/*") && source.startsWith(one.slice(0, -1)));
  const found = all.filter((one) => fits(one.source.toLowerCase()));
  const key = found.sort((a, b) => b.source.length - a.source.length)[0]?.key;
  const item = everyItem(after).find((one) => one.key === key);
  return item && urlPath(pathOf(after, item));
}
