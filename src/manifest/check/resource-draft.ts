import type { DesiredResource } from "../../model/desired.ts";
import { type Diagnostic, error, type Source } from "../../model/diagnostic.ts";
import type { Kind } from "../../model/kind.ts";
import type { Report } from "../read/report.ts";
import type { Entry, Tree } from "../read/tree.ts";
import type { KindIndex } from "../schema/kind-slots.ts";

/** The state of loading: `drafts` is filled in the order of files. */
export interface Context {
  readonly index: KindIndex;
  readonly report: Report;
  readonly drafts: ResourceDraft[];
}

/** A resource with the values it was read from, for the checks across resources. */
export interface ResourceDraft {
  readonly kind: Kind;
  readonly resource: DesiredResource;
  /** All that is written in it, with what it holds. */
  readonly entries: readonly Entry[];
}

/** The value of a field as it is written; for a key field that is not written, the key. */
export function writtenIn({ kind, resource, entries }: ResourceDraft, field: string): Tree | undefined {
  const written = entries.find(({ key }) => key === field)?.value;
  if (written !== undefined || field !== kind.keyField) return written;
  return { type: "scalar", source: resource.source, value: resource.key };
}

/** The error of a line that names something which another line declares to go. */
export function leaving(what: string, source: Source, { resource }: ResourceDraft): Diagnostic {
  const how = resource.absent ? "declared absent" : "transferred to another organization";
  const message = `${resource.absent ? "absent: true" : "transferTo"} is declared here`;
  return error("DF2001", `${what} is ${how}`, {
    source,
    related: [{ message, source: resource.source }],
    hint: "take it out here, or let it stay there",
  });
}
