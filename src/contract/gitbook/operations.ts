import type { Operation } from "../operation.ts";
import { gitbookStructureOperations } from "./structure.ts";

/**
 * The operations that the edition gitbook has beside those of the reference, and those of the same name that it takes
 * or answers otherwise.
 */
export const gitbookOperations = {
  ...gitbookStructureOperations,
} satisfies Readonly<Record<string, Operation>>;
