import * as z from "zod";
import type { Path } from "../check/schema-findings.ts";

/** The keys that a schema knows at a path inside it: what a mistyped key may have meant. */
export function keysOfSchema(schema: z.ZodType, path: Path): readonly string[] {
  const reached = reachedBy(schema, path).flatMap(variantsOf);
  const objects = reached.filter((variant) => variant instanceof z.ZodObject);
  return [...new Set(objects.flatMap((object) => Object.keys(object.shape)))];
}

function reachedBy(schema: z.ZodType, path: Path): readonly z.core.$ZodType[] {
  return path.reduce<readonly z.core.$ZodType[]>(
    (schemas, part) => schemas.flatMap((at) => variantsOf(at).flatMap((variant) => stepInto(variant, part))),
    [schema],
  );
}

/** How a map says which of several forms it has, and the forms that take a key. */
export interface FormsWith {
  /** The key whose value names the form: `type`. */
  readonly named: string;
  /** The values of it that the key goes with. */
  readonly forms: readonly string[];
}

/** Which forms of a value take a key, where the value names its form; undefined where it does not. */
export function formsWith(schema: z.ZodType, path: Path, key: string): FormsWith | undefined {
  const [union] = reachedBy(schema, path).filter((at) => at instanceof z.ZodDiscriminatedUnion);
  if (union === undefined) return undefined;
  const { discriminator: named } = union.def;
  const taking = union.options.filter((one) => one instanceof z.ZodObject && Object.hasOwn(one.shape, key));
  const forms = taking.flatMap((one) => {
    const form = one instanceof z.ZodObject ? one.shape[named] : undefined;
    return form instanceof z.ZodLiteral ? [...form.values].map(String) : [];
  });
  return { named, forms };
}

/** The schema without what wraps it, and each variant of a union. */
function variantsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(variantsOf);
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return innerType === undefined ? [schema] : variantsOf(innerType);
}

function stepInto(schema: z.core.$ZodType, part: string | number): readonly z.core.$ZodType[] {
  if (schema instanceof z.ZodArray) return [schema.element];
  if (schema instanceof z.ZodRecord) return [schema.valueType];
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, part)) return [];
  return [schema.shape[part]];
}
