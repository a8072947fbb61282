/** The message of a thrown value of any type. */
export function messageOf(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
