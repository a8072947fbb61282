import type { Disk } from "./disk.ts";

/** Majors of Node whose V8 is known to have the flags. V8 prints a warning about an unknown flag. */
const known = { first: 20, last: 24 } as const;

/**
 * Settings of the optimizing compiler. On two cores it competes with planning and costs more time than it
 * saves. So a function runs four times as much as usual before it is optimized, and only the smallest are
 * inlined. Measured with Node 20 only.
 */
const patience = {
  node: 20,
  flags: ["--interrupt-budget=264000", "--max-inlined-bytecode-size=27"],
} as const;

/** Bytes of files from which on a command takes long enough. */
const muchToRead = 64 * 1024;

/**
 * Compiles each function to baseline code at its first call instead of interpreting it. A command runs once
 * in a process, and most functions are called a few thousand times only. V8 would interpret them all the
 * while. `node` is the version of Node, `setFlag` sets a flag of V8.
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
