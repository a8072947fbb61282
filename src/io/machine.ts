/** What is known of the machine: of processes, to tell whether the holder of a lock is still there. */
export interface Machine {
  readonly host: string;
  /** Version of Node, such as `20.19.0`. */
  readonly node: string;
  /** Number of this process. */
  readonly pid: number;
  /** Is there a process with this number on this machine? */
  readonly isRunning: (pid: number) => boolean;
}
