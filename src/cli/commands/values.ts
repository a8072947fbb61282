import type { Io } from "../../io/io.ts";
import type { ResourceDraft } from "../../manifest/check/resource-draft.ts";
import type { Project } from "../../manifest/load/load-project.ts";
import { listValues } from "../../manifest/origins/values.ts";
import { withoutOrganization } from "../../model/address.ts";
import { hasErrors } from "../../model/diagnostic.ts";
import { originFormatVersion, type ValuesDocument } from "../../model/documents/origin-document.ts";
import { type ExitCode, exitCode, Stop, stop } from "../../model/stop.ts";
import type { CommonOptions } from "../../project/options.ts";
import { printResult, showDiagnostics } from "../../project/output.ts";
import { readProject } from "../../project/project.ts";
import type { ResultForm } from "../../project/result-forms.ts";
import { renderValuesText } from "../../render/text/origin-text.ts";
import { nearMatch } from "../../text/near-match.ts";

/** `docform values ADDRESS`: the manifest of one resource as it holds, and where each value is from. */
export async function showValues(
  io: Io,
  address: string,
  options: CommonOptions<ResultForm>,
): Promise<ExitCode> {
  const project = await readProject(io, options);
  const draft = findDraft(project, address);
  const { diagnostics, kinds } = project;
  const document: ValuesDocument = {
    formatVersion: originFormatVersion,
    ...(options.env === undefined ? {} : { environment: options.env }),
    address: draft.resource.address,
    kind: draft.kind.name,
    source: draft.resource.source,
    values: [...listValues(kinds.all, draft, project)],
  };
  printResult(io, options, document, renderValuesText);
  if (diagnostics.length > 0) showDiagnostics(io, "text", diagnostics, project);
  return hasErrors(diagnostics) ? exitCode.error : exitCode.done;
}

/**
 * The resource at an address. The organization may be omitted when there is only one. Throws `Stop` for an
 * unknown address.
 */
function findDraft(project: Project, address: string): ResourceDraft {
  const { drafts, diagnostics } = project;
  const aliases = new Set(drafts.map(({ resource }) => resource.organization));
  const shown = (draft: ResourceDraft): string =>
    aliases.size === 1 ? withoutOrganization(draft.resource.address) : draft.resource.address;
  const found = drafts.find((draft) => draft.resource.address === address || shown(draft) === address);
  if (found !== undefined) return found;
  if (hasErrors(diagnostics)) throw new Stop(diagnostics, project);
  const known = drafts.map(shown);
  const near = nearMatch(aliases.size === 1 ? withoutOrganization(address) : address, known);
  const hint =
    near === undefined ? `write an address, such as ${[...known].sort()[0]}` : `did you mean ${near}?`;
  const more = known.length === 0 ? {} : { hint };
  throw stop("DF5011", `no manifest declares "${address}"`, more);
}
