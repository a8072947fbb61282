import { setFlagsFromString } from "node:v8";

/** Majors of Node whose V8 is known to have the flag: one that has not would say so on stderr. */
const known = { first: 20, last: 24 } as const;

/**
 * Has functions compiled to plain machine code when they are first called, and not only after many calls. A command
 * runs once in a process: most of what it does is done by functions that are called a few thousand times and then never
 * again, which V8 would interpret all the while. `node` is the version of Node.
 */
export function compileAtFirstCall(node: string): void {
  const major = Number.parseInt(node, 10);
  if (major >= known.first && major <= known.last) setFlagsFromString("--always-sparkplug");
}
