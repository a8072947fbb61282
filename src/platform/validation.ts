import type { z } from "zod";
import { Refusal } from "./refusal.ts";

function fieldOf(issue: z.core.$ZodIssue, root: string): string {
  const path = issue.path.map(String).join(".");
  return path === "" ? root : path;
}

function describe(issue: z.core.$ZodIssue, root: string): string {
  return `${fieldOf(issue, root)}: ${issue.message}`;
}

/** Parses what a caller sent; what does not fit is a 400 whose message names every field (A2). */
export function parseInput<T extends z.ZodType>(schema: T, input: unknown, root: string): z.output<T> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new Refusal(400, result.error.issues.map((issue) => describe(issue, root)).join("; "));
}
