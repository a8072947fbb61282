import { type Backend, BackendError } from "./backend.ts";

const megabyte = 1024 * 1024;

/** The most bytes that docform reads from a place of state at once. */
export const mostReadBytes = 128 * megabyte;
/** The most bytes of a document that holds a record and journals. */
export const mostDocumentBytes = 48 * megabyte;
/** The most bytes of a record, or of one journal: less than is read, as a document writes a text with escapes. */
export const mostTextBytes = 32 * megabyte;

/** A place that takes nothing which docform could not read again. Throws `BackendError` before it writes. */
export function withinBounds(place: Backend, most = mostTextBytes): Backend {
  const { record, runs } = place;
  const refuse = (what: string, text: string): void => {
    const bytes = Buffer.byteLength(text);
    if (bytes > most) throw new TooLarge(what, bytes, most);
  };
  return {
    ...place,
    record: {
      ...record,
      write: async (text, over) => {
        refuse("the record", text);
        await record.write(text, over);
      },
    },
    runs: {
      ...runs,
      begin: async (run, text, lockId) => {
        refuse(`the journal of the run ${run}`, text);
        return runs.begin(run, text, lockId);
      },
      kept: {
        ...runs.kept,
        write: async (texts, lockId) => {
          for (const [run, text] of texts) refuse(`the journal of the run ${run}`, text);
          await runs.kept.write(texts, lockId);
        },
      },
    },
  };
}

/** A text that could not be read again: it is not written. */
export class TooLarge extends BackendError {
  constructor(what: string, bytes: number, most: number) {
    super(
      `${what} would be of ${megabytesOf(bytes)} MB, and at most ${megabytesOf(most)} MB can be read again`,
      "split the project: an organization each, or apply in parts with --target",
    );
    this.name = "TooLarge";
  }
}

function megabytesOf(bytes: number): string {
  return (bytes / megabyte).toFixed(1);
}
