import { type Address, addressBelow, childAddress } from "../model/address.ts";
import type { DesiredResource } from "../model/desired.ts";
import type { Field } from "../model/field.ts";
import type { Kind } from "../model/kind.ts";
import { type LiveResource, liveKey } from "../model/live.ts";
import { idInParent, liveValue, namedTarget } from "../planner/match/identity.ts";
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
    .flatMap(({ values }) => knownOf(kinds, site, kind, values, false));
  const others = undeclared.flatMap((one) => knownOf(kinds, site, kind, liveValues(kind, one), keeps));
  return { site, kind, resource, keeps, undeclared, declared, known: [...declared, ...others] };
}

type Values = DesiredResource["values"];

/** The values of a live redirect as a manifest would say them. */
function liveValues(kind: Kind, live: LiveResource): Values {
  const names = Object.values(kind.leadsOn ?? {});
  const known = names.filter((name) => liveValue(kind, name, live) !== undefined);
  return Object.fromEntries(known.map((name) => [name, liveValue(kind, name, live) ?? null]));
}

function knownOf(
  kinds: PlanView["kinds"],
  site: SiteInPlan,
  { leadsOn, fields }: Kind,
  values: Values,
  isKept: boolean,
): readonly KnownRedirect[] {
  const field: Field | undefined = fields[leadsOn?.to ?? ""];
  if (leadsOn === undefined || field === undefined) return [];
  const place = placeIn(kinds, site, field, String(values[leadsOn.to]));
  const captures = values[leadsOn.captures] === true;
  return [{ source: String(values[leadsOn.source]), ...place, captures, isKept }];
}

/** The item to which a value leads, and its path where only an address says so. */
function placeIn(
  kinds: PlanView["kinds"],
  { live, address: parent, before, after }: SiteInPlan,
  field: Field,
  to: string,
): Pick<KnownRedirect, "to" | "at"> {
  const { organization } = live;
  const named = namedTarget({ organization, address: parent, parent }, field, to, kinds);
  if (named !== undefined)
    return { to: everyItem(after).find((item) => item.address === named.address)?.key };
  const byId = idInParent(field, to);
  if (byId !== undefined) return { to: liveKey({ organization, ...byId }) };
  const base = publishedAt(live);
  const isHere = base !== undefined && to.startsWith(base);
  const at = isHere ? pathIn(to.slice(base.length)) : undefined;
  const content = at && contentAt(before, at);
  return { to: content?.rest.length === 0 ? content.item.key : undefined, at };
}

/** The address of a published site, with a slash at its end. */
function publishedAt({ answer: { urls } }: LiveResource): string | undefined {
  const address = isObject(urls) ? urls.published : undefined;
  return typeof address === "string" ? address.replace(/\/*$/, "/") : undefined;
}

/** A redirect as a manifest says it: to what one declares by its address there, else by its id. */
export function written({ site, kind }: SiteRedirects, { source, to, captures }: NewRedirect): Values {
  const names = kind.leadsOn ?? { source: "", to: "", captures: "" };
  // An undo declares by its id what no manifest has to name.
  const isById = to.address === undefined || to.address.endsWith(`.${to.id}`);
  const place = isById ? `${to.kind}:${to.id}` : addressBelow(site.address, to.address);
  return {
    [names.source]: source,
    [names.to]: place,
    ...(source.endsWith("*") ? { [names.captures]: captures } : {}),
  };
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
    undeclared.map((live) => {
      const now = liveValues(kind, live);
      return [String(now[kind.leadsOn?.source ?? ""]).toLowerCase(), now] as const;
    }),
  );
  for (const one of found) values.set(one.source.toLowerCase(), written(redirects, one));
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
  values: Values,
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
