import * as z from "zod";
import type { HttpResponse } from "../../../client/transport.ts";
import { parseJson } from "../../../text/json.ts";
import { BackendError } from "../../backend.ts";
import { type LockHolder, lockHolderIn, lockText, type ToldHolder } from "../../lock.ts";
import { mostDocumentBytes, TooLarge } from "../../state-size.ts";

/** The number of runs whose journals the document holds. */
export const keptRuns = 10;

/** Version of the form of the document. */
export const stateFormatVersion = 1;

const contents = z.object({
  formatVersion: z.literal(stateFormatVersion),
  record: z.string().exactOptional(),
  runs: z.record(z.string(), z.string()),
});

/** `version`, `serial` and `lineage` are those of Terraform's document: servers such as GitLab read them. */
const stateDocument = z.object({
  version: z.literal(4),
  serial: z.int().min(0),
  lineage: z.string(),
  docform: contents,
});
/** The document of a state server. */
export type StateDocument = z.infer<typeof stateDocument>;

/** The lock of Terraform's protocol. Servers give it back to those who are refused. */
export function lockInfo(holder: LockHolder): string {
  const { id, command, by = "", host, at } = holder;
  const info = {
    ID: id,
    Operation: command,
    Info: lockText(holder).trim(),
    Who: `${by}@${host}`,
    Version: "",
    Created: at,
    Path: "",
  };
  return JSON.stringify(info);
}

/** The journals that the document keeps. */
export function lastRuns(runs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(runs)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .slice(-keptRuns),
  );
}

/**
 * The text of a document, without the oldest runs for which it has no room. Throws `TooLarge` when there is none for the
 * record and the runs that must stay.
 */
export function documentText(
  place: string,
  { docform, ...document }: StateDocument,
  mustStay: readonly string[],
  most = mostDocumentBytes,
): { readonly text: string; readonly dropped: readonly string[] } {
  const runs = Object.entries(docform.runs).sort(([a], [b]) => (a < b ? -1 : 1));
  const dropped: string[] = [];
  for (;;) {
    const whole = { ...document, docform: { ...docform, runs: Object.fromEntries(runs) } };
    const text = `${JSON.stringify(whole, undefined, 1)}\n`;
    const bytes = Buffer.byteLength(text);
    if (bytes <= most) return { text, dropped };
    const at = runs.findIndex(([run]) => !mustStay.includes(run));
    const [oldest] = at === -1 ? [] : runs.splice(at, 1);
    if (oldest === undefined) throw new TooLarge(place, bytes, most);
    dropped.push(oldest[0]);
  }
}

/** A field that a server may leave out. */
const told = z.string().optional().catch(undefined);
const toldLock = z.object({ ID: z.string().min(1), Info: told, Operation: told, Who: told, Created: told });

/**
 * The holder in the answer of a server that refuses a lock; "unknown" when it does not say. GitLab answers with
 * `Operation` and `Info` of the run that it refuses: only `ID`, `Who` and `Created` are the holder's.
 */
export function holderOf(body: string): LockHolder | ToldHolder | "unknown" {
  const read = toldLock.safeParse(parseJson(body));
  if (!read.success) return "unknown";
  const { ID: id, Info = "", Operation, Who: by = "", Created: at = "" } = read.data;
  const described = lockHolderIn(Info);
  if (described?.id === id) return described;
  const operation = described === undefined ? Operation : undefined;
  return {
    id,
    ...(by === "" ? {} : { by }),
    ...(at === "" ? {} : { at }),
    ...(operation === undefined ? {} : { operation }),
  };
}

/** The document in an answer. Throws `BackendError` when it is none of this docform. */
export function documentIn(place: string, { body }: HttpResponse): StateDocument {
  const value = parseJson(body);
  const read = stateDocument.safeParse(value);
  if (read.success) return read.data;
  const newer = z
    .object({ docform: z.object({ formatVersion: z.int().gt(stateFormatVersion) }) })
    .safeParse(value);
  if (newer.success)
    throw new BackendError(
      `${place} was written by a newer docform`,
      "use the version of docform that wrote it, or a newer one",
    );
  const what = value === undefined ? "is not JSON" : "is not a state of docform";
  throw new BackendError(
    `${place} ${what}`,
    "check state.http.address in docform.yaml: give docform a state of its own",
  );
}
