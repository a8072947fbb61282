import type { Edition } from "../contract/edition.ts";
import { hash, mask } from "../io/hash.ts";
import type { Io } from "../io/io.ts";
import { version } from "../io/version.ts";
import { kindsOf } from "../kinds/kinds-of.ts";
import { variableNames } from "../manifest/compose/variable-names.ts";
import type { Composed } from "../manifest/edit/composed.ts";
import { loadProject, type Project } from "../manifest/load/load-project.ts";
import { memoryFiles, overlayFiles, type ProjectFiles } from "../manifest/read/project-files.ts";
import type { Target } from "../manifest/write/new-manifests.ts";
import { toYaml } from "../manifest/write/to-yaml.ts";
import type { FileToWrite } from "../manifest/write/write-files.ts";
import { type Address, isWithin } from "../model/address.ts";
import type { Desired, DesiredOrganization } from "../model/desired.ts";
import { type Diagnostic, hasErrors } from "../model/diagnostic.ts";
import type { KindIndex } from "../model/kind-index.ts";
import type { Live } from "../model/live.ts";
import { Stop } from "../model/stop.ts";
import { match } from "../planner/match/match.ts";
import { type LastApply, recordedIds } from "../planner/match/recorded-ids.ts";
import { type Plan, plan } from "../planner/plan.ts";
import { narrowedTo } from "../project/units.ts";
import { knownIds, shortLists } from "../refresh/absence.ts";
import { readWhole } from "../refresh/read-whole.ts";
import type { Reader } from "../refresh/reader.ts";
import { withoutMissing } from "./missing.ts";
import { pull } from "./pull.ts";
import { filesOf } from "./pull-files.ts";
import { readPullTargets } from "./pull-targets.ts";
import type { LeftOut, Pulled, PullInput } from "./pulling.ts";
import { inWriteOrder } from "./write-order.ts";

/** A value that manifests take from the environment, as they must not hold it. */
export interface Secret {
  readonly variable: string;
  readonly address: Address;
  readonly field: string;
  /** Never shown. */
  readonly value: string;
}

/** The texts that a pull would write; nothing is written yet. */
export interface PulledTexts {
  /** Files by their path in the project, as they shall be. */
  readonly files: readonly FileToWrite[];
  /** Environment variables that the manifests take values from: to be set before the next command. */
  readonly secrets: readonly Secret[];
  /** The live objects and fields that the manifests lack, each with the reason. */
  readonly leftOut: readonly LeftOut[];
  /** The declared resources that the platform lacks. */
  readonly missing: readonly Address[];
  /** The desired state of the new texts. */
  readonly desired: Desired;
  /** The plan of it: who is who, and what would still change. */
  readonly plan?: Plan;
  /** The addresses that a plan would still change, without those that are left out. */
  readonly changing: readonly Address[];
  readonly live: Live;
  /** The mistakes in the new texts: with an error among them, nothing may be written. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The selection of a pull, and the form of its files. */
interface PullRequest
  extends Target,
    Pick<PullInput, "organizations" | "before" | "takesNew" | "isPruned" | "isFull"> {
  /** Addresses, or beginnings of them, as they are typed; everything when there is none. */
  readonly targets: readonly string[];
  readonly kinds: KindIndex;
  /** The files of the project, in which the texts are tried. */
  readonly base: ProjectFiles;
  /** The results of composing its manifests. */
  readonly composed: Composed;
  /** Does docform.yaml list files only, so that a new one would not be read? */
  readonly takesNoFiles?: boolean;
  readonly env: Io["env"];
  /** Name of the environment of docform.yaml, and variables that the command line gives. */
  readonly environment?: string | undefined;
  readonly variables?: readonly string[] | undefined;
  readonly lastApply?: LastApply | undefined;
  /** Those organizations, read whole. */
  readonly live: Live;
}

/** Organizations that a project is made for. */
interface NewProject extends Target {
  readonly organizations: readonly { readonly alias: string; readonly id: string }[];
  readonly isFull: boolean;
  readonly edition: Edition;
}

const nowhere: DesiredOrganization["source"] = { file: "docform.yaml", line: 1, column: 1 };

/**
 * Whole organizations as manifests of a project that is not there yet: all but its docform.yaml. Reads only, and
 * writes nothing, so that whoever calls it writes all files together, or none.
 */
export async function pullNew(
  { organizations, edition, ...target }: NewProject,
  reader: Reader,
  io: Pick<Io, "hide">,
): Promise<PulledTexts> {
  const ids = Object.fromEntries(organizations.map(({ alias, id }) => [alias, { id }]));
  const settings = toYaml({ platform: { api: edition }, organizations: ids, manifests: [target.folder] });
  const kinds = kindsOf(edition);
  const placed = organizations.map((one) => ({ ...one, source: nowhere }));
  const request: PullRequest = {
    ...target,
    kinds,
    organizations: placed,
    live: await readWhole(placed, kinds.all, reader),
    before: { organizations: [], resources: [] },
    takesNew: true,
    isPruned: false,
    targets: [],
    base: memoryFiles({ "docform.yaml": settings }),
    composed: { drafts: [], heads: new Map(), overlays: new Map(), removals: [] },
    env: {},
  };
  return pullTexts(request, reader, io);
}

/** Makes the texts that declare organizations as they were read, checked by loading them in memory. */
export async function pullTexts(
  request: PullRequest,
  reader: Reader,
  io: Pick<Io, "hide">,
): Promise<PulledTexts> {
  const { organizations, kinds, before, lastApply, live } = request;
  const known = knownIds(lastApply, { pins: true });
  const short = await shortLists({ desired: before, kinds, live, reader, known });
  if (short.length > 0) throw new Stop(short);
  const pulled = pullMeant(request);
  const variableFor = variableNames();
  const secrets = secretsOf(pulled, before, variableFor);
  io.hide?.(
    secrets.map(({ value }) => value),
    "shown",
  );
  const { files: unordered, refused } = await filesOf({ ...request, pulled, variableFor });
  const leftOut = [...pulled.leftOut, ...refused];
  const loaded = await loadWith(request, unordered, secrets);
  const { desired } = narrowedTo(loaded, { aliases: organizations.map(({ alias }) => alias) });
  const { diagnostics } = loaded;
  const files = inWriteOrder(unordered, before, desired, kinds);
  const result = { files, secrets, leftOut, missing: pulled.missing, desired, live, diagnostics };
  if (hasErrors(diagnostics)) return { ...result, changing: [] };
  const missing = request.isPruned ? [] : pulled.missing;
  const made = planOf(kinds, withoutMissing(desired, missing, kinds), live, lastApply);
  const left = leftOut.map(({ address }) => address);
  const isLeft = (address: Address): boolean => left.some((one) => isWithin(address, one));
  const changing = request.targets.length === 0 ? changesIn(made) : [];
  return { ...result, plan: made, changing: changing.filter((address) => !isLeft(address)) };
}

/** The part of the live state that is asked for. Throws `Stop` when an address is not known. */
function pullMeant({ targets, ...request }: PullRequest): Pulled {
  const recorded = recordedIds(request.lastApply);
  const matching = match(request.before, request.live, request.kinds, { recorded });
  // A pinned resource that the platform lacks is missing, like one that is found by its name.
  const unclear = matching.diagnostics.filter(({ code }) => code !== "DF3003");
  if (hasErrors(unclear)) throw new Stop(unclear);
  const input = { ...request, matching, recorded };
  const all = { ...input, isMeant: () => true, isNamed: () => false, prunedPeople: new Set<Address>() };
  if (targets.length === 0) return pull(all);
  const everything = pull({ ...all, takesNew: true });
  const { diagnostics, ...chosen } = readPullTargets(targets, everything, request.before, input);
  if (diagnostics.length > 0) throw new Stop(diagnostics);
  return pull({ ...input, ...chosen });
}

/** The values that manifests must not hold. */
function secretsOf(
  { desired }: Pulled,
  before: Desired,
  variableFor: (address: Address, field: string) => string,
): readonly Secret[] {
  const known = new Map(before.resources.map((one) => [one.address, one]));
  return desired.resources.flatMap(({ address, sensitive, values }) =>
    sensitive.flatMap((field): Secret[] => {
      const value = known.get(address)?.values[field] === undefined ? values[field] : undefined;
      return typeof value === "string"
        ? [{ variable: variableFor(address, field), address, field, value }]
        : [];
    }),
  );
}

/** The values of secrets, by their variables. */
export function valuesOf(secrets: readonly Secret[]): Readonly<Record<string, string>> {
  return Object.fromEntries(secrets.map(({ variable, value }) => [variable, value]));
}

/** Loads the project as it would be, with the variables that its manifests need. */
async function loadWith(
  { base, env, environment, variables }: PullRequest,
  files: readonly FileToWrite[],
  secrets: readonly Secret[],
): Promise<Project> {
  const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  return loadProject(
    ".",
    await overlayFiles(base, texts),
    { env: { ...env, ...valuesOf(secrets) } },
    environment,
    variables,
  );
}

/** The plan of the manifests: empty, when they say what is live. */
function planOf(kinds: KindIndex, desired: Desired, live: Live, lastApply: LastApply | undefined): Plan {
  const record = lastApply === undefined ? {} : { lastApply };
  return plan({ desired, live, kinds: kinds.all, baseUrl: "", version, hash, mask, ...record });
}

function changesIn({ document }: Plan): readonly string[] {
  const wrong = document.diagnostics.filter(({ severity }) => severity === "error");
  const changed = document.changes.map(({ address }) => address);
  return [...wrong.map(({ message }) => message), ...new Set(changed)];
}
