import type { RunEntry } from "../../model/documents/runs-document.ts";

/** Does a run go on, and in which process, as the end of a sentence that begins with the run. */
export function runningText({ host, pid, isHere }: NonNullable<RunEntry["process"]>): string {
  return isHere ? `is still running (process ${pid})` : `may still be running (process ${pid} on ${host})`;
}
