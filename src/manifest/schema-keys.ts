import * as z from "zod";
import type { Path } from "./explain-issue.ts";

/** The keys that a schema knows at a path inside it: what a mistyped key may have meant. */
export function keysOfSchema(schema: z.ZodType, path: Path): readonly string[] {
  const reached = path.reduce<readonly z.core.$ZodType[]>(
    (schemas, part) => schemas.flatMap((at) => variantsOf(at).flatMap((variant) => stepInto(variant, part))),
    [schema],
  );
  const objects = reached.flatMap(variantsOf).filter((variant) => variant instanceof z.ZodObject);
  return [...new Set(objects.flatMap((object) => Object.keys(object.shape)))];
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
