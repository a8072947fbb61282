import { type Field, type Fields, fieldsOf, isGiven, type Part, partAt, resolved } from "./fields.ts";

/** An operation of a document. */
interface Published {
  readonly method: string;
  readonly path: string;
  readonly name: string;
  readonly deprecated: boolean;
  /** Fields of the body; parameters of the query begin with `?`. */
  readonly sent: Fields;
  readonly answered: Fields;
  readonly statuses: readonly string[];
}

type Operations = ReadonlyMap<string, Published>;

/** The APIs that docform knows, as OpenAPI documents of its own contract. */
export interface Ours {
  /** The edition that follows the published document. */
  readonly used: Part;
  /** The reference: what only it has breaks nothing. */
  readonly reference: Part;
  /** The kind whose own operation it is, by `keyOf`; empty for one that only traits of kinds name. */
  readonly kinds: ReadonlyMap<string, string>;
}

/** The groups of a report, in their order, with their headings. */
export const groups = {
  breaks: "Breaks docform",
  differs: "Gone or changed, and only the edition reference rests on it",
  deprecated: "Deprecated, and docform does not rest on it",
  new: "New, of kinds that docform declares",
  others: "Other operations",
} as const;

/** A difference between two versions. */
export interface Finding {
  readonly group: keyof typeof groups;
  readonly text: string;
  /** The operation, where the text is about a field. */
  readonly operation?: string;
}

/** The findings of a group, a line each; a field of several operations is one. */
export function linesOf(findings: readonly Finding[], group: Finding["group"]): readonly string[] {
  const texts = new Map<string, Set<string>>();
  for (const { text, operation } of findings.filter((one) => one.group === group))
    texts.set(text, new Set([...(texts.get(text) ?? []), ...(operation === undefined ? [] : [operation])]));
  return [...texts].map(([text, own]) => (own.size === 0 ? text : `${text} (${[...own].join(", ")})`)).sort();
}

/** `PATCH /orgs/{}/sites/{}`. */
export function keyOf({ method, path }: Pick<Published, "method" | "path">): string {
  return `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`;
}

/** The differences between two published documents, in docform's words. */
export function compareApis(before: Part, after: Part, { used, reference, kinds }: Ours): readonly Finding[] {
  const [old, next] = [operationsOf(before), operationsOf(after)];
  const known: Known = { used: operationsOf(used), reference: operationsOf(reference), kinds };
  return [...new Map([...old, ...next])].flatMap(([key, one]) => {
    const [was, now] = [old.get(key), next.get(key)];
    if (was === undefined) return [newOperation(key, one, known)];
    if (now !== undefined) return changes(key, was, now, known);
    const group = known.used.has(key) ? "breaks" : known.reference.has(key) ? "differs" : "others";
    return [{ group, text: `gone: ${textOf(key, one, known)}` }];
  });
}

interface Known {
  readonly used: Operations;
  readonly reference: Operations;
  readonly kinds: Ours["kinds"];
}

function operationsOf(document: Part): Operations {
  const all = Object.entries(partAt(document, "paths")).flatMap(([path, methods]) =>
    Object.entries(methods as Part)
      .filter(([method]) => /^(get|put|post|patch|delete)$/.test(method))
      .map(([method, one]) => operationOf(document, method.toUpperCase(), path, one as Part)),
  );
  return new Map(all.map((one) => [keyOf(one), one]));
}

function operationOf(document: Part, method: string, path: string, operation: Part): Published {
  const schemaIn = (part: unknown): Part =>
    partAt(partAt(partAt(resolved(document, part as Part), "content"), "application/json"), "schema");
  const successes = Object.entries(partAt(operation, "responses")).filter(([status]) => /^2/.test(status));
  const parameters = Object.values(partAt(operation, "parameters")).map((one) =>
    resolved(document, one as Part),
  );
  const query = parameters.filter((one) => one.in === "query");
  const parameter = {
    properties: Object.fromEntries(query.map((one) => [`?${one.name}`, partAt(one, "schema")])),
    required: query.filter(({ required }) => required).map(({ name }) => `?${name}`),
  };
  return {
    method,
    path,
    name: String(operation.operationId),
    deprecated: operation.deprecated === true,
    sent: fieldsOf(document, { allOf: [parameter, schemaIn(partAt(operation, "requestBody"))] }),
    // An answer without a body says nothing of the fields of the others.
    answered: fieldsOf(document, { anyOf: successes.map(([, one]) => schemaIn(one)).filter(isGiven) }),
    statuses: successes.map(([status]) => status),
  };
}

/** `updateSite: PATCH /orgs/{organizationId}/sites/{siteId}`, with docform's name where it has one. */
function textOf(key: string, { method, path, name }: Published, { used, reference }: Known): string {
  return `${(used.get(key) ?? reference.get(key))?.name ?? name}: ${method} ${path}`;
}

/** A new operation below the path of a kind may be one more thing to declare. */
function newOperation(key: string, one: Published, known: Known): Finding {
  const [, path = ""] = key.split(" ");
  const around = [...known.kinds].filter(([own, kind]) => {
    const [method, at = ""] = own.split(" ");
    return kind !== "" && method !== "POST" && at.endsWith("{}") && path.startsWith(`${at}/`);
  });
  const [, kind] = around.sort(([a], [b]) => b.length - a.length)[0] ?? [];
  const text = `new: ${textOf(key, one, known)}${known.used.has(key) ? " (docform has it)" : ""}`;
  return kind === undefined ? { group: "others", text } : { group: "new", text: `${kind} · ${text}` };
}

function changes(key: string, was: Published, now: Published, known: Known): readonly Finding[] {
  const [own, other] = [known.used.get(key), known.reference.get(key)];
  const text = textOf(key, now, known);
  const found: Finding[] = [];
  if (now.deprecated && own?.deprecated === false)
    found.push({ group: "breaks", text: `deprecated: ${text}` });
  else if (now.deprecated && (own ?? other) !== undefined) found.push({ group: "deprecated", text });
  else if (now.deprecated && !was.deprecated) found.push({ group: "others", text: `deprecated: ${text}` });
  const statuses = now.statuses.filter((status) => !was.statuses.includes(status));
  const isKnown = statuses.every((status) => own?.statuses.includes(status));
  if (own !== undefined && statuses.length > 0)
    found.push({ group: isKnown ? "new" : "breaks", text: `may answer ${statuses.join(", ")}: ${text}` });
  const names = { kind: known.kinds.get(key), operation: (own ?? other ?? now).name };
  for (const part of ["sent", "answered"] as const) {
    const sides = { was: was[part], now: now[part], own: own?.[part], other: other?.[part] };
    found.push(...fieldChanges(part, sides, names));
  }
  return found;
}

function fieldChanges(
  part: "sent" | "answered",
  {
    was,
    now,
    own,
    other,
  }: Readonly<Record<"was" | "now", Fields> & Record<"own" | "other", Fields | undefined>>,
  { kind, operation }: { readonly kind: string | undefined; readonly operation: string },
): readonly Finding[] {
  return [...new Set([...was.keys(), ...now.keys()])].flatMap((path): readonly Finding[] => {
    const name = path.replace(/^items\[\]\./, "");
    const parent = path.slice(0, Math.max(0, path.lastIndexOf("."))).replace(/\[\]$/, "");
    // A finding about the parent counts for all in it.
    if (was.has(parent) !== now.has(parent)) return [];
    const problemFor = (ours: Fields | undefined): string | undefined => {
      const isWithin = ours !== undefined && (parent === "" || ours.has(parent));
      const sides = [was.get(path), now.get(path), ours?.get(path)] as const;
      return part === "sent"
        ? sentProblem(...sides, isWithin)
        : answeredProblem(...sides, kind !== undefined);
    };
    const isOurs = own?.has(path) === true;
    const [breaks, differs] = [problemFor(own), problemFor(other)];
    // Of a list in an object, its own kind tells.
    const isNew = kind && own && /^[^.[]+(\.[^.[]+)?$/.test(name);
    const more = part === "sent" ? widened(was.get(path), now.get(path)) : was.has(path) ? undefined : "new";
    const good = isNew && more !== undefined ? `${more}${isOurs ? ", and docform has it" : ""}` : undefined;
    const said = breaks ?? differs ?? good;
    if (said === undefined) return [];
    const group = breaks !== undefined ? "breaks" : differs !== undefined ? "differs" : "new";
    return [{ group, text: `${said}: ${kind ? `${kind}.` : ""}${name}`, operation }];
  });
}

/** Judges a field of both versions by that of a contract, and by whether docform knows the place that it is in. */
type Judge = (was?: Field, now?: Field, own?: Field, isKnown?: boolean) => string | undefined;

/** Something sent is gone, narrower, or required where docform may leave it out. */
const sentProblem: Judge = (was, now, own, isWithin) => {
  if (now === undefined) return own && "no longer taken";
  if (isWithin === true && now.required && was?.required !== true && own?.required !== true)
    return "required now";
  if (was === undefined || own === undefined) return undefined;
  const lost = (key: "values" | "types"): readonly string[] =>
    [...(was[key] ?? [])].filter((one) => now[key]?.has(one) === false && own[key]?.has(one) !== false);
  const gone = [...lost("values"), ...(now.types.size === 0 ? [] : lost("types"))];
  if (gone.length > 0) return `no longer takes ${gone.join(", ")}`;
  return now.most < was.most && now.most < own.most ? `takes ${now.most} at most` : undefined;
};

/** A field is new, or takes more than before. */
const widened: Judge = (was, now) => {
  if (was === undefined || now === undefined) return was === undefined ? "new" : undefined;
  const gained = (key: "values" | "types"): readonly string[] =>
    [...(now[key] ?? [])].filter((one) => was[key]?.has(one) === false);
  const more = [...gained("values"), ...(was.types.size === 0 ? [] : gained("types"))];
  return more.length === 0 ? undefined : `also takes ${more.join(", ")}`;
};

/** Something that docform reads is gone, is of another type, or may be left out where docform rests on it. */
const answeredProblem: Judge = (was, now, own, isOfKind) => {
  if (was === undefined || own === undefined) return undefined;
  // Without a kind, docform api only shows it.
  if (now === undefined) return own.required || isOfKind === true ? "no longer answered" : undefined;
  if (was.required && !now.required && own.required) return "may be left out of answers";
  // docform takes null as left out.
  const isRead = (type: string) =>
    was.types.has(type) || own.types.has(type) || (type === "null" && !own.required);
  const others = [...now.types].filter((type) => !isRead(type));
  const isTyped = was.types.size > 0 && own.types.size > 0;
  return isTyped && others.length > 0 ? `may be ${others.join(", ")} in answers` : undefined;
};
