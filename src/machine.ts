/** What is known of processes, to tell whether the holder of a lock is still there. */
export interface Machine {
  readonly host: string;
  /** Number of this process. */
  readonly pid: number;
  /** Is there a process with this number on this machine? */
  readonly isRunning: (pid: number) => boolean;
}
