/** The identity of a process among all others, as far as Linux says. Its number is not enough: numbers are used again. */
export interface ProcessIdentity {
  /** The machine, where it has an id of its own (`/etc/machine-id`). */
  readonly machine?: string;
  /** The start of the machine. */
  readonly boot: string;
  /** The namespace that the number of the process is of: each container has one. */
  readonly namespace: string;
  /** When the process was started, in ticks since the machine was. */
  readonly started: string;
}

/** The files that say it. Both answer undefined for what cannot be read. */
export interface ProcessFiles {
  readonly read: (path: string) => string | undefined;
  readonly link: (path: string) => string | undefined;
}

/** The identity of this process; undefined on a system that does not tell. */
export function ownIdentity({ read, link }: ProcessFiles): ProcessIdentity | undefined {
  const boot = read("/proc/sys/kernel/random/boot_id")?.trim();
  const namespace = link("/proc/self/ns/pid");
  const started = startIn(read("/proc/self/stat"));
  const machine = read("/etc/machine-id")?.trim();
  if (boot === undefined || namespace === undefined || started === undefined) return undefined;
  return { ...(machine === undefined ? {} : { machine }), boot, namespace, started };
}

/**
 * When the process with a number was started; undefined when nobody can tell. Where `/proc` is of another namespace, its
 * numbers are other processes.
 */
export function startOfProcess({ read, link }: ProcessFiles, own: number, pid: number): string | undefined {
  return link("/proc/self") === String(own) ? startIn(read(`/proc/${pid}/stat`)) : undefined;
}

/** The 22nd field of a `stat` file. The second is the name of the program in brackets, which may hold both. */
function startIn(stat: string | undefined): string | undefined {
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}
