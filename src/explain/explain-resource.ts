import type { Io } from "../io/io.ts";
import type { Project } from "../manifest/load/load-project.ts";
import {
  type Address,
  asKnown,
  childAddress,
  isWithin,
  organizationOf,
  rootAddress,
  withoutOrganization,
} from "../model/address.ts";
import type { Desired, DesiredResource } from "../model/desired.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { type ExplainedAs, explainFormatVersion } from "../model/documents/explain-document.ts";
import type { Change, PlanDocument, Step, Unmanaged } from "../model/documents/plan-document.ts";
import type { Waiting } from "../model/documents/waiting.ts";
import type { KindIndex } from "../model/kind-index.ts";
import { Stop } from "../model/stop.ts";
import { withUnits } from "../project/opened/open-units.ts";
import type { ConnectionOptions } from "../project/options.ts";
import { makePlan, readingUnit } from "../runs/make-plan.ts";
import { nearMatch } from "../text/near-match.ts";

/**
 * Why a resource is, or is not, in the plan: reads the unit that it is in and plans, as `docform plan` does. Throws `Stop`
 * for an address that nothing has, and, before anything is read, for one that several units declare.
 */
export async function explainResource(
  io: Io,
  written: string,
  options: ConnectionOptions,
): Promise<ExplainedAs<"resource">> {
  return withUnits(io, options, async ({ units, joined, isSeveral }) => {
    const fitting = isSeveral ? units.filter(({ project }) => isOf(project, written)) : [joined];
    const [unit, ...others] = fitting;
    if (unit === undefined) throw new Stop([unknownAddress(written, joined.project)], joined.project);
    if (others.length > 0)
      throw ambiguous(
        written,
        fitting.flatMap(({ project }) => declaredAt(project, written)),
        joined.project,
      );
    return readingUnit(io, options, unit, async ({ project, connection, record }) => {
      const { document, desired } = await makePlan(project, connection, { record });
      const from = { desired, document, kinds: project.kinds };
      const aliases = Object.keys(document.organizations);
      const known = addressesOf([...desired.resources, ...document.changes, ...(document.waiting ?? [])]);
      const meant = wholeAddresses(written, aliases).map((one) => asKnown(one, known));
      const found = meant.flatMap((one) => explainAddress(from, one) ?? []);
      const [explained, ...more] = found;
      if (more.length > 0) throw ambiguous(written, addressesOf(found), project);
      if (explained !== undefined) return explained;
      throw new Stop([unknownAddress(written, project, document)], project);
    });
  });
}

function ambiguous(written: string, addresses: readonly Address[], project: Project): Stop {
  const named = [...addresses].sort().slice(0, 10);
  const hint = `write ${named.join(" or ")}${addresses.length > named.length ? " …" : ""}`;
  return new Stop(
    [error("DF5050", `"${written}" is in ${addresses.length} organizations`, { hint })],
    project,
  );
}

/** Is an address of a unit meant? One without its organization is of those that declare it. */
function isOf(project: Project, written: string): boolean {
  const aliases = project.desired.organizations.map(({ alias }) => alias);
  return written.includes("/")
    ? aliases.includes(organizationOf(written))
    : declaredAt(project, written).length > 0;
}

/** The declared addresses that may be meant. */
function declaredAt({ desired }: Project, written: string): readonly Address[] {
  const known = addressesOf(desired.resources);
  const aliases = desired.organizations.map(({ alias }) => alias);
  return wholeAddresses(written, aliases)
    .map((one) => asKnown(one, known))
    .filter((one) => known.includes(one));
}

/** The addresses that may be meant: the organization may be left out where only one has it. */
function wholeAddresses(written: string, aliases: readonly string[]): readonly Address[] {
  return written.includes("/") ? [written] : aliases.map((alias) => `${alias}/${written}`);
}

function addressesOf(all: readonly { readonly address: Address }[]): Address[] {
  return all.map(({ address }) => address);
}

function unknownAddress(written: string, { desired, kinds }: Project, document?: PlanDocument): Diagnostic {
  const addresses = addressesOf([...desired.resources, ...(document?.changes ?? [])]);
  const known = written.includes("/") ? addresses : addresses.map(withoutOrganization);
  const near = nearMatch(written, known);
  const [example = rootAddress("acme", "teams", "docs")] = known;
  const other = unreadCollection(written, desired, kinds) ?? `write an address, such as ${example}`;
  return error("DF5050", `no manifest declares "${written}", and the plan does not change it`, {
    hint: near === undefined ? other : `did you mean ${near}?`,
  });
}

/** Why docform knows nothing of a collection: what nobody declares is not read. */
function unreadCollection(
  written: string,
  { resources, organizations }: Desired,
  kinds: KindIndex,
): string | undefined {
  const [plural = ""] = withoutOrganization(written).split(".");
  const kind = kinds.all.find((one) => one.plural === plural);
  const isManaged = organizations.some(({ manage }) => manage[plural] !== undefined);
  if (kind === undefined || isManaged || resources.some((one) => one.kind === kind.name)) return undefined;
  return `no manifest declares ${plural}, so docform does not read them`;
}

/** The manifests and the plan, from which a resource is explained. */
interface ExplainedPlan {
  readonly desired: Desired;
  readonly document: PlanDocument;
  readonly kinds: KindIndex;
}

type Explained = ExplainedAs<"resource">;

/** Why a resource is, or is not, in the plan; undefined when neither manifests nor platform have it. */
function explainAddress(from: ExplainedPlan, address: Address): Explained | undefined {
  const { desired, document } = from;
  const declared = desired.resources.find((one) => one.address === address);
  const inside = document.changes.filter((change) => isWithin(change.address, address));
  const own = inside.filter((change) => change.address === address);
  const waiting = document.waiting?.find((one) => one.address === address);
  const kind = declared?.kind ?? own[0]?.kind ?? waiting?.kind;
  if (kind === undefined) return explainUnmanaged(from, address);
  const state = own.length > 0 ? "changes" : inside.length > 0 ? "changes inside" : "equal";
  const owner = declared === undefined ? ownerOf(desired, address, kind) : undefined;
  const source = declared?.source ?? (owner && (own[0]?.source ?? waiting?.source));
  return {
    ...partOf(document, address),
    kind,
    ...(owner === undefined ? {} : { partOf: owner.address }),
    state,
    why:
      waitingWords(waiting) ??
      blockedWords(own) ??
      (isReordered(own) ? reordered : undefined) ??
      (declared === undefined ? surplus : words[state](declared)),
    ...(source === undefined ? {} : { source }),
  };
}

const surplus = "no manifest declares it, and its collection is exact";

const reordered =
  "its list is in another order than the manifests say, and docform moves as few things in it as it can";

/** Does nothing but its place in its list differ? */
function isReordered(own: readonly Change[]): boolean {
  const isPlace = ({ action, fields }: Change): boolean =>
    action === "move" && fields?.every(({ path }) => path === "position") === true;
  return own.length > 0 && own.every(isPlace);
}

/** Why nothing is done for a person, and since when. */
function waitingWords(waiting: Waiting | undefined): string | undefined {
  if (waiting === undefined) return undefined;
  return `it waits${waiting.since === undefined ? "" : ` since ${waiting.since.slice(0, 10)}`}: ${waiting.reason}`;
}

/** Why what is wanted is not possible, where that is all that the plan has of it. */
function blockedWords(own: readonly Change[]): string | undefined {
  const [first] = own;
  const isBlocked = own.every(({ action }) => action === "blocked");
  return isBlocked && first?.reason !== undefined ? `it is blocked: ${first.reason}` : undefined;
}

/** The declared resource of whose fields something is a part that is no resource: of a member, the team. */
function ownerOf({ resources }: Desired, address: Address, kind: string): DesiredResource | undefined {
  return resources.find((one) => one.kind === kind && isWithin(address, one.address));
}

const words = {
  changes: () => "the platform is not as the manifests say",
  "changes inside": () => "it is as the manifests say, but something in it is not",
  equal: ({ absent, ignore }: DesiredResource) => {
    if (absent) return "it is declared absent, and is not there";
    const but = ignore.length === 0 ? "" : `, apart from what is ignored: ${ignore.join(", ")}`;
    return `the platform is as the manifests say${but}`;
  },
} as const satisfies Record<Exclude<Explained["state"], "unmanaged">, (one: DesiredResource) => string>;

/** The parts of the plan at an address and in it. */
function partOf(
  document: PlanDocument,
  address: Address,
): Omit<Explained, "kind" | "partOf" | "state" | "why"> {
  const isIn = (one: { readonly address?: string }): boolean => isWithin(one.address ?? "", address);
  const steps = document.steps.filter(isIn);
  const own = new Set(steps.map(({ id }) => id));
  const before = new Set(steps.flatMap(({ after }) => after).filter((id) => !own.has(id)));
  return {
    formatVersion: explainFormatVersion,
    about: "resource",
    address,
    changes: document.changes.filter(isIn),
    steps,
    waitsFor: document.steps.filter(({ id }: Step) => before.has(id)),
    guards: document.guards.filter(isIn),
    unverifiable: (document.unverifiable ?? []).filter(isIn),
    digest: document.digest,
  };
}

function explainUnmanaged({ document, kinds }: ExplainedPlan, address: Address): Explained | undefined {
  const found = document.unmanaged.find((one) => namesOf(one, kinds).includes(fold(address)));
  if (found === undefined) return undefined;
  const why = `"${found.title}" (id ${found.id}) is on the platform, and no manifest declares it: it is left alone`;
  return { ...partOf(document, address), kind: found.kind, state: "unmanaged", why };
}

/** The names of an object without a key: its id, or its title. */
function namesOf({ kind, id, title, parent }: Unmanaged, kinds: KindIndex): readonly string[] {
  const { plural, shape } = kinds.get(kind);
  if (shape === "singleton") return [fold(`${parent}${parent.includes("/") ? "." : "/"}${plural}`)];
  const within = parent.includes("/") ? childAddress : rootAddress;
  return [id, `id:${id}`, title].map((key) => fold(within(parent, plural, key)));
}

/** Names that people would take for the same. */
function fold(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}/.]+/gu, "-");
}
