import { comparablePerson } from "../../model/address.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Field } from "../../model/field.ts";
import type { Kind } from "../../model/kind.ts";
import { perKind } from "../../model/kind-index.ts";
import type { EntrySort } from "../../model/membership.ts";
import { nearMatch } from "../../text/near-match.ts";
import { isInterpolated, mapOf, scalarsOf, toJson } from "../read/tree.ts";
import { humanName } from "../schema/kind-slots.ts";
import { type Context, leaving, type ResourceDraft, writtenIn } from "./resource-draft.ts";

/** Is a collection of an organization exact: may what it does not declare go? */
type IsExact = (organization: string, plural: string) => boolean;

/** Somebody who is named in a list of people, or inside a value. */
interface Mention {
  readonly name: string;
  readonly source: Source;
  readonly organization: string;
  /** Name of the kind of whom is named. */
  readonly of: string;
  /** Whom the same list has named before, by another spelling. */
  readonly first?: Source | undefined;
}

/**
 * People who are named in something: nobody twice in one list, nobody who is declared absent, nobody by a key that says
 * nothing to the platform, and nobody who is not declared where the people of the organization are exact, so that such
 * a person may go.
 */
export function checkMembers({ index, drafts }: Context, isExact: IsExact): readonly Diagnostic[] {
  const mentions = drafts.flatMap(mentionsIn);
  if (mentions.length === 0) return [];
  const people = drafts.filter(({ kind }) => kind.keyField !== undefined);
  const byName = peopleBy(people, personNames);
  const byKey = peopleBy(people, ({ resource }) => [resource.key]);
  return mentions.flatMap((mention) => {
    const kind = index.byName.get(mention.of);
    const person = personOf(mention);
    if (kind === undefined) return [];
    const found = { named: byName.get(person), keyed: byKey.get(person) };
    if (found.named !== undefined || found.keyed !== undefined || mention.first !== undefined)
      return foundProblem(mention, kind, found) ?? [];
    // Only an email is sure to be the name of somebody: an id may be that of a member who is declared by email.
    const mayGo = mention.name.includes("@") && isExact(mention.organization, kind.plural);
    return mayGo ? [undeclared(mention, kind, people)] : [];
  });
}

/** The person whom a name or an id means, and the one whose key in the manifests it is. */
interface Found {
  readonly named: ResourceDraft | undefined;
  readonly keyed: ResourceDraft | undefined;
}

function foundProblem(
  { name, source, first }: Mention,
  kind: Kind,
  { named, keyed }: Found,
): Diagnostic | undefined {
  const what = `the ${humanName(kind)} "${name}"`;
  const at = (message: string, other: Source) => ({ source, related: [{ message, source: other }] });
  if (first !== undefined)
    return error("DF2002", `${what} is in this list already`, {
      ...at("first written here", first),
      hint: "keep one of the two",
    });
  if (named !== undefined) return named.resource.absent ? leaving(what, source, named) : undefined;
  if (keyed === undefined) return undefined;
  const { keyField = "" } = kind;
  const meant = keyed.resource.sensitive.includes(keyField) ? undefined : keyed.resource.values[keyField];
  return error("DF2001", `${what} is named by its key, and is known by ${keyField} or id only`, {
    ...at("declared here", keyed.resource.source),
    ...(typeof meant === "string" ? { label: `did you mean "${meant}"?` } : {}),
  });
}

/** Near ones are looked for in the same domain: what most addresses have in common would make all of them near. */
function undeclared({ name, source }: Mention, kind: Kind, people: readonly ResourceDraft[]): Diagnostic {
  const message = `the ${humanName(kind)} "${name}" is not declared, and ${kind.plural} are exact: who is not declared may go`;
  const domain = name.slice(name.indexOf("@"));
  const keys = people.map(({ resource }) => resource.key).filter((key) => key.endsWith(domain));
  const near = nearMatch(
    name.slice(0, -domain.length),
    keys.map((key) => key.slice(0, -domain.length)),
  );
  return error("DF2001", message, {
    source,
    ...(near === undefined ? {} : { label: `did you mean "${near}${domain}"?` }),
    hint: `declare it under ${kind.plural}, or take it out here`,
  });
}

const peopleFields = perKind(({ fields }) =>
  Object.entries<Field>(fields).filter(([, { membership, names }]) => membership ?? names),
);

function mentionsIn(draft: ResourceDraft): readonly Mention[] {
  const { kind, resource } = draft;
  const fields = resource.absent ? [] : peopleFields(kind);
  return fields.flatMap(([name, { membership, names }]) => {
    if (membership !== undefined) return membership.sorts.flatMap((sort) => listed(draft, name, sort));
    return names === undefined ? [] : namedInside(draft, name, names);
  });
}

/** The keys of a map of people. Those that are references are checked as such. */
function listed(draft: ResourceDraft, field: string, sort: EntrySort): readonly Mention[] {
  if (sort.isReference === true) return [];
  const { of } = sort;
  const tree = mapOf(writtenIn(draft, field), sort);
  const { organization } = draft.resource;
  const firsts = new Map<string, Source>();
  return (tree?.type === "map" ? tree.entries : []).map(({ key: name, source }) => {
    const first = firsts.get(comparablePerson(name));
    if (first === undefined) firsts.set(comparablePerson(name), source);
    return { organization, of, name, source, first };
  });
}

/** The texts of a value that are names. An interpolated name may be secret, so it is not checked. */
function namedInside(
  draft: ResourceDraft,
  field: string,
  { kind: of, rename }: NonNullable<Field["names"]>,
): readonly Mention[] {
  const tree = writtenIn(draft, field);
  if (tree === undefined) return [];
  const names = new Set<string>();
  rename(toJson(tree), (name) => {
    names.add(name);
    return name;
  });
  const { organization } = draft.resource;
  return scalarsOf(tree)
    .filter((scalar) => !isInterpolated(scalar) && names.has(String(scalar.value)))
    .map(({ value, source }) => ({ name: String(value), source, organization, of }));
}

/** Declared people, by what a list may call them. */
function peopleBy(
  people: readonly ResourceDraft[],
  namesOf: (draft: ResourceDraft) => readonly string[],
): ReadonlyMap<string, ResourceDraft> {
  const named = new Map<string, ResourceDraft>();
  for (const draft of people)
    for (const name of namesOf(draft)) {
      const { organization } = draft.resource;
      named.set(personOf({ organization, of: draft.kind.name, name }), draft);
    }
  return named;
}

/** One person of one organization. */
function personOf({ organization, of, name }: Pick<Mention, "organization" | "of" | "name">): string {
  return `${organization} ${of} ${comparablePerson(name)}`;
}

/** The names of a declared person: the value of the key field (its key by default), and the id. */
function personNames({ kind, resource: { id, key, values } }: ResourceDraft): readonly string[] {
  const name = values[kind.keyField ?? ""] ?? key;
  return [...(typeof name === "string" ? [name] : []), ...(id === undefined ? [] : [id])];
}
