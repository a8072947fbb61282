import { type Address, rootAddress, withoutOrganization } from "../core/address.ts";
import type { Desired } from "../core/desired.ts";
import { type Diagnostic, error } from "../core/diagnostic.ts";
import { explainAddress } from "../core/explain-address.ts";
import type { ExplainedAs } from "../core/explain-document.ts";
import { indexKinds } from "../core/kind-index.ts";
import { nearMatch } from "../core/near-match.ts";
import type { PlanDocument } from "../core/plan-document.ts";
import type { Io } from "../io.ts";
import { kinds } from "../kinds/kinds.ts";
import type { Project } from "../manifest/load-project.ts";
import { connect } from "./connect.ts";
import { makePlan, sceneOf } from "./make-plan.ts";
import type { ConnectionOptions } from "./options.ts";
import { openProject } from "./project.ts";
import { openRecord } from "./record.ts";
import { Stop } from "./stop.ts";

/**
 * Why a resource is, or is not, in the plan: reads the platform and plans, as `docform plan` does. Throws `Stop` for
 * an address that nothing has.
 */
export async function explainResource(
  io: Io,
  written: string,
  options: ConnectionOptions,
): Promise<ExplainedAs<"resource">> {
  const project = await openProject(io, options);
  const connection = await connect(io, options, project);
  try {
    const record = await openRecord(io, options, sceneOf(project, connection));
    const { document, desired } = await makePlan(project, connection, { record });
    const from = { desired, document, kinds: indexKinds(kinds) };
    const explained = explainAddress(from, wholeAddress(written, document));
    if (explained !== undefined) return explained;
    throw new Stop([unknownAddress(written, project, document)], project);
  } finally {
    await connection.close();
  }
}

/** The address with its organization, whose alias may be left out where there is only one. */
function wholeAddress(written: string, { organizations }: PlanDocument): Address {
  const [only, ...others] = Object.keys(organizations);
  return written.includes("/") || only === undefined || others.length > 0 ? written : `${only}/${written}`;
}

function unknownAddress(written: string, { desired }: Project, document: PlanDocument): Diagnostic {
  const field = fieldOf(written, desired);
  if (field !== undefined) return field;
  const addresses = [...desired.resources, ...document.changes].map(({ address }) => address);
  const known = written.includes("/") ? addresses : addresses.map(withoutOrganization);
  const near = nearMatch(written, known);
  const [example = rootAddress("acme", "teams", "docs")] = known;
  const other = unreadCollection(written, desired) ?? `write an address, such as ${example}`;
  return error("DF5050", `no manifest declares "${written}", and the plan does not change it`, {
    hint: near === undefined ? other : `did you mean ${near}?`,
  });
}

/** Says of the address of a resource with a field behind it what tells of each. */
function fieldOf(written: string, { resources }: Desired): Diagnostic | undefined {
  const dot = written.lastIndexOf(".");
  const [owner, name] = [written.slice(0, dot), written.slice(dot + 1)];
  const resource = resources.find(
    ({ address }) => address === owner || withoutOrganization(address) === owner,
  );
  const kind = kinds.find((one) => one.name === resource?.kind);
  if (kind === undefined || !Object.hasOwn(kind.fields, name)) return undefined;
  return error("DF5050", `"${name}" is a field of ${owner}, and no resource`, {
    hint: `docform explain ${kind.name}.${name} tells of the field, docform values ${owner} what it holds`,
  });
}

/** Why docform knows nothing of a collection: what nobody declares is not read. */
function unreadCollection(written: string, { resources, organizations }: Desired): string | undefined {
  const [plural = ""] = withoutOrganization(written).split(".");
  const kind = kinds.find((one) => one.plural === plural);
  const isManaged = organizations.some(({ manage }) => manage[plural] !== undefined);
  if (kind === undefined || isManaged || resources.some((one) => one.kind === kind.name)) return undefined;
  return `no manifest speaks of ${plural}, so docform does not read them`;
}
