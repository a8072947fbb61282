/** Facts about this machine: its processes, to tell whether the holder of a lock still runs. */
export interface Machine {
  readonly host: string;
  /** The version of Node, such as `20.19.0`. */
  readonly node: string;
  /** Number of this process. */
  readonly pid: number;
  /** Is there a process with this number on this machine? */
  readonly isRunning: (pid: number) => boolean;
}
