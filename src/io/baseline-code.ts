import type { Disk } from "./disk.ts";

/** Majors of Node whose V8 is known to have the flags: one that has not would say so on stderr. */
const known = { first: 20, last: 24 } as const;

/**
 * What the optimizing compiler is told. On a machine with two cores it runs beside a plan, and otherwise takes more time
 * from it than it saves: a function runs four times as many bytes of its code as is usual before that compiler takes it,
 * and only the smallest functions are compiled into those that call them. Only Node 20 was measured.
 */
const patience = {
  node: 20,
  flags: ["--interrupt-budget=264000", "--max-inlined-bytecode-size=27"],
} as const;

/** Bytes of files from which on a command takes long enough. */
const muchToRead = 64 * 1024;

/**
 * Has functions compiled to plain machine code when they are first called, and watched from then on for what to compile
 * better; not only after many calls. A command runs once in a process: of much that it reads, most is done by functions
 * that are called a few thousand times and then never again, which V8 would interpret all the while. `node` is the version
 * of Node, `setFlag` sets a flag of V8.
 */
export function compileAtFirstCall(node: string, setFlag: (flag: string) => void): void {
  const major = Number.parseInt(node, 10);
  if (major < known.first || major > known.last) return;
  setFlag("--always-sparkplug");
  setFlag("--no-lazy-feedback-allocation");
  if (major === patience.node) for (const flag of patience.flags) setFlag(flag);
}

/** A disk that calls `onMuch` once much was read from it. Where there is little to do, compiling takes longer than it saves. */
export function noticingMuch(disk: Disk, onMuch: () => void): Disk {
  let left = muchToRead;
  return {
    ...disk,
    read: async (path, most) => {
      const bytes = await disk.read(path, most);
      if (left > 0 && left <= bytes.length) onMuch();
      left -= bytes.length;
      return bytes;
    },
  };
}
