import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Field } from "../../model/field.ts";
import { addTo } from "../../model/group-by.ts";
import { perKind } from "../../model/kind-index.ts";
import { nearMatch } from "../../text/near-match.ts";
import { type Context, type Draft, writtenIn } from "../load/context.ts";
import { humanName } from "../load/kind-slots.ts";
import { isInterpolated, scalarsOf, type Tree, toJson } from "../read/tree.ts";

/** Is a collection of an organization exact: is what it does not declare to go? */
export type IsExact = (organization: string, plural: string) => boolean;

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
 * a person is to go.
 */
export function checkMembers({ index, drafts }: Context, isExact: IsExact): readonly Diagnostic[] {
  const mentions = drafts.flatMap(mentionsIn);
  if (mentions.length === 0) return [];
  const people = drafts.filter(({ kind }) => kind.keyField !== undefined);
  const byName = peopleBy(people, namesOf);
  // Most projects never ask for it.
  let byKey: PeopleByName | undefined;
  return mentions.flatMap((mention): readonly Diagnostic[] => {
    const found = meantBy(mention, byName);
    if (found !== undefined && mention.first === undefined && !found.resource.absent) return nothing;
    const kind = index.byName.get(mention.of);
    if (kind === undefined) return nothing;
    const what = `the ${humanName(kind)} "${mention.name}"`;
    if (mention.first !== undefined) return [twice(what, mention, mention.first)];
    if (found !== undefined) return [gone(what, mention, found)];
    byKey ??= peopleBy(people, ({ resource }) => [resource.key]);
    const keyed = meantBy(mention, byKey);
    if (keyed !== undefined) return [namedByKey(what, mention, keyed)];
    const mayBeThere = !isEmail(mention.name) || !isExact(mention.organization, kind.plural);
    return mayBeThere ? nothing : [undeclared(what, kind.plural, mention, drafts)];
  });
}

const nothing: readonly Diagnostic[] = [];

/** Only an email is sure to be the name of somebody: an id may be that of a member who is declared by email. */
function isEmail(name: string): boolean {
  return name.includes("@");
}

function twice(what: string, { source }: Mention, first: Source): Diagnostic {
  return error("DF2002", `${what} is in this list already`, {
    source,
    related: [{ message: "first written here", source: first }],
  });
}

function gone(what: string, { source }: Mention, { resource }: Draft): Diagnostic {
  const related = [{ message: "absent: true is declared here", source: resource.source }];
  return error("DF2001", `${what} is declared absent`, { source, related });
}

function namedByKey(what: string, { source }: Mention, { kind, resource }: Draft): Diagnostic {
  const { keyField = "" } = kind;
  const name = resource.sensitive.includes(keyField) ? undefined : resource.values[keyField];
  return error("DF2001", `${what} is named by its key, and is known by ${keyField} or id only`, {
    source,
    ...(typeof name === "string" ? { label: `did you mean "${name}"?` } : {}),
    related: [{ message: "declared here", source: resource.source }],
  });
}

function undeclared(what: string, plural: string, mention: Mention, drafts: readonly Draft[]): Diagnostic {
  const keys = drafts.filter(({ kind }) => kind.name === mention.of).map(({ resource }) => resource.key);
  const near = nearestEmail(mention.name, keys);
  return error("DF2001", `${what} is not declared, and ${plural} are exact: who is not declared goes`, {
    source: mention.source,
    ...(near === undefined ? {} : { label: `did you mean "${near}"?` }),
    hint: `declare it under ${plural}, or take it out here`,
  });
}

/** The nearest in the same domain: what most addresses have in common would make all of them near. */
function nearestEmail(name: string, emails: readonly string[]): string | undefined {
  const [local = "", domain = ""] = name.split("@");
  const end = `@${domain}`;
  const locals = emails.filter((email) => email.endsWith(end)).map((email) => email.slice(0, -end.length));
  const near = nearMatch(local, locals);
  return near && `${near}${end}`;
}

const peopleFields = perKind(({ fields }) =>
  Object.entries(fields).filter(
    ([, field]: [string, Field]) => field.membership !== undefined || field.names !== undefined,
  ),
);

const none: readonly Mention[] = [];

function mentionsIn(draft: Draft): readonly Mention[] {
  const { kind, resource } = draft;
  const { organization, absent } = resource;
  const fields = peopleFields(kind);
  if (absent || fields.length === 0) return none;
  return fields.flatMap(([name, { membership, names }]) => {
    const tree = writtenIn(draft, name);
    if (tree === undefined) return [];
    if (membership !== undefined) return listed(tree, { organization, of: membership.of });
    return names === undefined ? [] : namedInside(tree, names, organization);
  });
}

/** The keys of a map of people. */
function listed(tree: Tree, { organization, of }: Pick<Mention, "organization" | "of">): readonly Mention[] {
  const firsts = new Map<string, Source>();
  return (tree.type === "map" ? tree.entries : []).map(({ key: name, source }) => {
    const spelt = name.toLowerCase();
    const first = firsts.get(spelt);
    if (first === undefined) firsts.set(spelt, source);
    return { organization, of, name, source, first };
  });
}

/** The texts of a value that are names. What is interpolated is not shown, so nothing is said of it. */
function namedInside(
  tree: Tree,
  { kind: of, rename }: NonNullable<Field["names"]>,
  organization: string,
): readonly Mention[] {
  const names = new Set<string>();
  rename(toJson(tree), (name) => {
    names.add(name);
    return name;
  });
  const texts = scalarsOf(tree).filter(
    (scalar) => !isInterpolated(scalar) && names.has(String(scalar.value)),
  );
  return texts.map(({ value, source }) => ({ name: String(value), source, organization, of }));
}

/** Declared people of any kind and organization, by what a list may call them. */
type PeopleByName = ReadonlyMap<string, readonly Draft[]>;

function peopleBy(people: readonly Draft[], namesOf: (draft: Draft) => readonly string[]): PeopleByName {
  const found = new Map<string, Draft[]>();
  for (const draft of people) for (const name of namesOf(draft)) addTo(found, spelt(name), draft);
  return found;
}

/** Who of them is meant. */
function meantBy({ name, of, organization }: Mention, people: PeopleByName): Draft | undefined {
  const called = people.get(spelt(name));
  return called?.findLast(({ kind, resource }) => kind.name === of && resource.organization === organization);
}

/** The field that the key stands for, which is the key when it is left out, and the id. */
function namesOf({ kind, resource: { id, key, values } }: Draft): readonly string[] {
  const name = values[kind.keyField ?? ""] ?? key;
  return [...(typeof name === "string" ? [name] : []), ...(id === undefined ? [] : [id])];
}

/** Case says nothing in an email. */
function spelt(name: string): string {
  return name.includes("@") ? name.toLowerCase() : name;
}
