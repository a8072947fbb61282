import type { Address } from "../core/address.ts";
import type { Desired, DesiredOrganization } from "../core/desired.ts";
import { type Diagnostic, hasErrors } from "../core/diagnostic.ts";
import { indexKinds } from "../core/kind-index.ts";
import { type LastApply, recordedIds } from "../core/last-apply.ts";
import type { Live } from "../core/live.ts";
import { match } from "../core/match.ts";
import { plan } from "../core/plan.ts";
import { pull } from "../core/pull/pull.ts";
import type { LeftOut, Pulled } from "../core/pull/pulling.ts";
import type { Io } from "../io.ts";
import { kinds } from "../kinds/kinds.ts";
import type { Reader } from "../live/read-live.ts";
import { readWhole } from "../live/read-whole.ts";
import { loadProject, type Project } from "../manifest/load-project.ts";
import { memoryFiles } from "../manifest/memory-files.ts";
import { type NewManifest, newManifests, type Target } from "../manifest/new-manifests.ts";
import { overlayFiles } from "../manifest/overlay-files.ts";
import type { ProjectFiles } from "../manifest/project-files.ts";
import { toYaml } from "../manifest/to-yaml.ts";
import { variableNames } from "../manifest/variable-name.ts";
import { manifestWriter } from "../manifest/write-manifests.ts";
import { version } from "../version.ts";
import { hash, mask } from "./make-plan.ts";

/** A value that manifests take from the environment, as they must not hold it. */
export interface Secret {
  readonly variable: string;
  readonly address: Address;
  readonly field: string;
  /** Never shown. */
  readonly value: string;
}

/** What a pull would write; nothing of it is written yet. */
export interface PulledTexts {
  /** Files by their path in the project, as they shall be. */
  readonly files: readonly NewManifest[];
  /** Environment variables that the manifests take values from: to be set before the next command. */
  readonly secrets: readonly Secret[];
  readonly leftOut: readonly LeftOut[];
  /** What the manifests declare. */
  readonly desired: Desired;
  /** What a plan would still change. */
  readonly changing: readonly Address[];
  readonly live: Live;
  /** What is wrong with the texts: with an error among it, nothing is to be written. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What is pulled, and how it is written. */
export interface PullRequest extends Target {
  readonly organizations: readonly Pick<DesiredOrganization, "alias" | "id" | "source">[];
  /** The files of the project, in which the texts are tried. */
  readonly base: ProjectFiles;
  readonly env: Io["env"];
  readonly isFull: boolean;
  readonly lastApply?: LastApply | undefined;
}

/** Organizations that a project is made for. */
export interface NewProject extends Target {
  readonly organizations: readonly { readonly alias: string; readonly id: string }[];
  readonly isFull: boolean;
}

const index = indexKinds(kinds);
const nowhere: DesiredOrganization["source"] = { file: "docform.yaml", line: 1, column: 1 };

/**
 * Whole organizations as manifests of a project that is not there yet: all but its docform.yaml. Reads only, and
 * writes nothing, so that whoever calls it writes all files together, or none.
 */
export async function pullNew(
  { organizations, ...target }: NewProject,
  reader: Reader,
  io: Pick<Io, "hide">,
): Promise<PulledTexts> {
  const ids = Object.fromEntries(organizations.map(({ alias, id }) => [alias, { id }]));
  const settings = toYaml({ organizations: ids, manifests: [target.folder] });
  const named = organizations.map((one) => ({ ...one, source: nowhere }));
  const base = memoryFiles({ "docform.yaml": settings });
  return pullTexts({ ...target, organizations: named, base, env: {} }, reader, io);
}

/** Reads organizations, and makes the texts that declare them, checked by loading them in memory. */
export async function pullTexts(
  request: PullRequest,
  reader: Reader,
  io: Pick<Io, "hide">,
): Promise<PulledTexts> {
  const { organizations, isFull, lastApply } = request;
  const everything = { organizations, isRead: () => true, opens: () => () => true };
  const live = await readWhole(everything, kinds, reader);
  const recorded = recordedIds(lastApply);
  const before: Desired = { organizations: [], resources: [] };
  const matching = match(before, live, index, { recorded });
  const pulled = pull({
    ...request,
    live,
    kinds: index,
    before,
    matching,
    recorded,
    isChosen: () => true,
    isFull,
  });
  const variableFor = variableNames();
  const secrets = secretsOf(pulled, variableFor);
  io.hide?.(
    secrets.map(({ value }) => value),
    "shown",
  );
  const writer = manifestWriter({ ...pulled, kinds, variableFor });
  const files = newManifests(pulled.desired, kinds, writer, request);
  const { desired, diagnostics } = await loadWith(request, files, secrets);
  const changing = hasErrors(diagnostics) ? [] : changesOf(desired, live, lastApply);
  return { files, secrets, leftOut: pulled.leftOut, desired, changing, live, diagnostics };
}

/** The values that manifests must not hold. */
function secretsOf(
  { desired }: Pulled,
  variableFor: (address: Address, field: string) => string,
): readonly Secret[] {
  return desired.resources.flatMap(({ address, sensitive, values }) =>
    sensitive.flatMap((field): Secret[] => {
      const value = values[field];
      return typeof value === "string"
        ? [{ variable: variableFor(address, field), address, field, value }]
        : [];
    }),
  );
}

/** Loads the project as it would be, with the variables that its manifests need. */
async function loadWith(
  { base, env }: PullRequest,
  files: readonly NewManifest[],
  secrets: readonly Secret[],
): Promise<Project> {
  const texts = Object.fromEntries(files.map(({ path, text }) => [path, text]));
  const values = Object.fromEntries(secrets.map(({ variable, value }) => [variable, value]));
  return loadProject(".", await overlayFiles(base, texts), { ...env, ...values }, kinds);
}

/** Addresses that a plan of the manifests would change: none, when they say what is live. */
function changesOf(desired: Desired, live: Live, lastApply: LastApply | undefined): readonly Address[] {
  const { document } = plan({
    desired,
    live,
    kinds,
    baseUrl: "",
    version,
    hash,
    mask,
    ...(lastApply === undefined ? {} : { lastApply }),
  });
  const wrong = document.diagnostics.filter(({ severity }) => severity === "error");
  if (wrong.length > 0) return wrong.map(({ message }) => message);
  return [...new Set(document.changes.map(({ address }) => address))];
}
