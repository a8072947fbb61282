import type { Io } from "../io/io.ts";
import { kinds } from "../kinds/kinds.ts";
import type { Project } from "../manifest/load/load-project.ts";
import { type Address, ownersOf, rootAddress, withoutOrganization } from "../model/address.ts";
import type { Desired } from "../model/desired.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import type { ExplainedAs } from "../model/documents/explain-document.ts";
import type { PlanDocument } from "../model/documents/plan-document.ts";
import { indexKinds } from "../model/kind-index.ts";
import { Stop } from "../model/stop.ts";
import { makePlan, readingPlatform } from "../project/make-plan.ts";
import type { ConnectionOptions } from "../project/options.ts";
import { commandsLike } from "../render/command-to-copy.ts";
import { nearMatch } from "../text/near-match.ts";
import { explainAddress } from "./explain-address.ts";

/**
 * Why a resource is, or is not, in the plan: reads the platform and plans, as `docform plan` does. Throws `Stop` for
 * an address that nothing has.
 */
export async function explainResource(
  io: Io,
  written: string,
  options: ConnectionOptions,
): Promise<ExplainedAs<"resource">> {
  return readingPlatform(io, options, async ({ project, connection, record }) => {
    const { document, desired } = await makePlan(project, connection, { record });
    const from = { desired, document, kinds: indexKinds(kinds) };
    const aliases = Object.keys(document.organizations);
    const found = wholeAddresses(written, aliases).flatMap((one) => explainAddress(from, one) ?? []);
    const [explained, ...others] = found;
    if (others.length > 0) throw new Stop([ambiguous(written, addressesOf(found))], project);
    if (explained !== undefined) return explained;
    throw new Stop([unknownAddress(written, project, document, options)], project);
  });
}

/** The addresses that may be meant: the organization may be left out where only one has it. */
function wholeAddresses(written: string, aliases: readonly string[]): readonly Address[] {
  return written.includes("/") ? [written] : aliases.map((alias) => `${alias}/${written}`);
}

function addressesOf(all: readonly { readonly address: Address }[]): readonly Address[] {
  return all.map(({ address }) => address);
}

function ambiguous(written: string, meant: readonly Address[]): Diagnostic {
  const hint = `write ${[...meant].sort().join(" or ")}`;
  return error("DF5050", `"${written}" is in ${meant.length} organizations`, { hint });
}

function unknownAddress(
  written: string,
  { desired }: Project,
  document: PlanDocument,
  options: ConnectionOptions,
): Diagnostic {
  const field = fieldOf(written, desired, Object.keys(document.organizations), options);
  if (field !== undefined) return field;
  const addresses = addressesOf([...desired.resources, ...document.changes]);
  const known = written.includes("/") ? addresses : addresses.map(withoutOrganization);
  const near = nearMatch(written, known);
  const [example = rootAddress("acme", "teams", "docs")] = known;
  const other = unreadCollection(written, desired) ?? `write an address, such as ${example}`;
  return error("DF5050", `no manifest declares "${written}", and the plan does not change it`, {
    hint: near === undefined ? other : `did you mean ${near}?`,
  });
}

/** Says of the address of a resource with a field behind it, or with something in one, what tells of each. */
function fieldOf(
  written: string,
  desired: Desired,
  aliases: readonly string[],
  options: ConnectionOptions,
): Diagnostic | undefined {
  const owners = ownersOf(written).slice(0, -1).reverse();
  for (const owner of owners) {
    const [name = ""] = written.slice(owner.length + 1).split(".");
    const found = fieldAt(owner, name, desired, aliases, options);
    if (found !== undefined) return found;
  }
  return undefined;
}

function fieldAt(
  owner: string,
  name: string,
  { resources }: Desired,
  aliases: readonly string[],
  options: ConnectionOptions,
): Diagnostic | undefined {
  const meant = new Set(wholeAddresses(owner, aliases));
  const fitting = resources.flatMap(({ address, kind: called }) => {
    const kind = kinds.find((one) => one.name === called);
    return meant.has(address) && kind !== undefined && Object.hasOwn(kind.fields, name)
      ? [{ address, kind }]
      : [];
  });
  const [found, ...others] = fitting;
  if (found === undefined) return undefined;
  if (others.length > 0)
    return ambiguous(
      `${owner}.${name}`,
      fitting.map(({ address }) => `${address}.${name}`),
    );
  const { directory, env, var: variables = [] } = options;
  const explain = commandsLike(options)("explain", `${found.kind.name}.${name}`);
  // It needs no platform, so it takes no options of a connection.
  const project = { directory, var: variables, ...(env === undefined ? {} : { env }) };
  const address = aliases.length === 1 ? owner : found.address;
  const values = commandsLike(project)("values", address);
  return error("DF5050", `"${name}" is a field of ${owner}, and no resource`, {
    hint: `${explain} tells of the field, ${values} what it holds`,
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
