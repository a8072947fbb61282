/** A part of an OpenAPI document. */
export type Part = Readonly<Record<string, unknown>>;

/** The facts about a field that clients depend on. */
export interface Field {
  readonly required: boolean;
  readonly types: ReadonlySet<string>;
  /** The values that it may have; undefined for any. */
  readonly values: ReadonlySet<string> | undefined;
  /** Most characters, or the greatest number. */
  readonly most: number;
}

/** Fields by path, such as `mergeRules.rules[].users`. */
export type Fields = ReadonlyMap<string, Field>;

/** Deeper fields are not compared. */
const deepest = 6;

/** The part under a key; an empty one where there is none. */
export function partAt(part: Part, key: string): Part {
  const value = Object.hasOwn(part, key) ? part[key] : undefined;
  return typeof value === "object" && value !== null ? (value as Part) : {};
}

/** A part, or the one that it refers to. */
export function resolved(document: Part, part: Part): Part {
  if (typeof part.$ref !== "string") return part;
  const keys = part.$ref.split("/").slice(1);
  return resolved(
    document,
    keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")).reduce(partAt, document),
  );
}

/** All fields of a schema, at any depth, also those of its alternatives. */
export function fieldsOf(document: Part, schema: Part): Fields {
  const found = new Map<string, Field>();
  const visit = (schemas: readonly Part[], path: string, depth: number): void => {
    const parts = schemas.flatMap((one) => partsOf(document, one));
    for (const name of new Set(parts.flatMap((part) => Object.keys(partAt(part, "properties"))))) {
      const own = parts.map((part) => partAt(partAt(part, "properties"), name)).filter(isGiven);
      const at = path === "" ? name : `${path}.${name}`;
      const required = schemas.every((one) => requires(document, one, name));
      found.set(at, { ...factsOf(own.flatMap((one) => partsOf(document, one))), required });
      if (depth < deepest) visit(own, at, depth + 1);
    }
    const items = parts.map((part) => partAt(part, "items")).filter(isGiven);
    if (items.length > 0 && depth < deepest) visit(items, `${path}[]`, depth + 1);
  };
  visit([schema], "", 0);
  return found;
}

/** Does a part say anything? */
export function isGiven(part: Part): boolean {
  return Object.keys(part).length > 0;
}

function branches(schema: Part, ...keys: readonly string[]): readonly Part[] {
  return keys.flatMap((key) => Object.values(partAt(schema, key)) as Part[]);
}

/** A schema, and all that it consists of or may be: some have `properties` beside `anyOf`. */
function partsOf(document: Part, part: Part, within: readonly Part[] = []): readonly Part[] {
  const schema = resolved(document, part);
  if (within.includes(schema)) return [];
  const inner = branches(schema, "allOf", "anyOf", "oneOf");
  return [schema, ...inner.flatMap((one) => partsOf(document, one, [...within, schema]))];
}

/** A field is required by the schema, by one of all, or by each alternative. */
function requires(document: Part, part: Part, name: string): boolean {
  const schema = resolved(document, part);
  const either = branches(schema, "anyOf", "oneOf").filter((one) => one.type !== "null");
  return (
    Object.values(partAt(schema, "required")).includes(name) ||
    branches(schema, "allOf").some((one) => requires(document, one, name)) ||
    (either.length > 0 && either.every((one) => requires(document, one, name)))
  );
}

function factsOf(parts: readonly Part[]): Omit<Field, "required"> {
  const leaves = parts.filter(
    (one) => one.type !== "null" && branches(one, "allOf", "anyOf", "oneOf").length === 0,
  );
  const values = leaves.map((one) => ("const" in one ? [one.const] : one.enum));
  const limits = leaves.map(({ maxLength, maximum }) =>
    Number(maxLength ?? maximum ?? Number.POSITIVE_INFINITY),
  );
  return {
    types: new Set(
      parts.flatMap(({ type = [] }) => (type === "number" ? ["number", "integer"] : (type as string))),
    ),
    values: values.every(Array.isArray)
      ? new Set(values.flat().map((one) => JSON.stringify(one)))
      : undefined,
    most: Math.max(...limits),
  };
}
