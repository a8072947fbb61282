import { resolve } from "node:path";
import type { Command } from "commander";
import type { Edition } from "../../contract/edition.ts";
import type { Io } from "../../io/io.ts";
import { withoutOrganization } from "../../model/address.ts";
import type { Backend } from "../../state/backend.ts";
import type { Candidate, Offer } from "../commands/completion.ts";

/** The options typed so far that locate the project. */
export interface Place {
  /** Project folder. */
  readonly directory: string;
  readonly env?: string;
  readonly api?: Edition;
}

/** The subcommands of a command that are not hidden from help. */
export function commandsBelow(command: Command): readonly Candidate[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map((one) => ({ value: one.name(), about: one.description() }));
}

type Source = (io: Io, place: Place, program: Command, begun: string) => Promise<Offer> | Offer;

const someFiles: Source = () => "files";
/** A free text has no candidates. */
const unknown: Source = () => [];

/**
 * The completion source of each placeholder. No source calls the platform: completion must be fast and needs
 * no token.
 */
export const completionValues: Readonly<Record<string, Source>> = {
  address: addresses,
  addresses,
  commit: unknown,
  digest: unknown,
  dir: someFiles,
  duration: unknown,
  email: unknown,
  environment: environments,
  file: someFiles,
  files: someFiles,
  from: recorded,
  "host:port": unknown,
  job: unknown,
  label: unknown,
  labels,
  lock: unknown,
  mark: unknown,
  ms: unknown,
  n: unknown,
  name: async () => {
    const { schemaNames } = await import("../../manifest/schema/modeline.ts");
    return schemaNames.map((value) => ({ value, about: "JSON Schema for editors" }));
  },
  "name=value": unknown,
  operation: async (io, place) => {
    const { operationsIn } = await import("../../contract/operations.ts");
    const { editionHere } = await import("../../project/edition.ts");
    return Object.values(operationsIn(await editionHere(io, place))).map(({ name, summary }) => ({
      value: name,
      about: summary,
    }));
  },
  organization: organizations,
  path: someFiles,
  "recorded-address": recorded,
  "recorded-addresses": recorded,
  repository: unknown,
  rule: askingRules,
  run: runs,
  shard: unknown,
  test: unknown,
  title: unknown,
  to: addresses,
  topic: async (_io, _place, program) => {
    const { topics } = await import("./topics.ts");
    const named = Object.entries(topics).map(([value, { summary }]) => ({ value, about: summary }));
    return [...commandsBelow(program), ...named];
  },
  url: unknown,
  wave: unknown,
  what: explainable,
};

/** The topics of explain: diagnostic codes, kinds, their fields and, inside a project, addresses. */
async function explainable(io: Io, place: Place, _: Command, begun: string): Promise<readonly Candidate[]> {
  const { diagnosticCodes } = await import("../../model/diagnostic-codes.ts");
  const { kindsOf } = await import("../../kinds/kinds-of.ts");
  const { editionHere } = await import("../../project/edition.ts");
  const codes = Object.entries(diagnosticCodes).map(([value, { title }]) => ({ value, about: title }));
  const ofKinds = kindsOf(await editionHere(io, place)).all.flatMap(({ name, doc, fields }) => [
    { value: name, about: doc },
    ...Object.entries(fields).map(([field, about]) => ({ value: `${name}.${field}`, about: about.doc })),
  ]);
  return [...codes, ...ofKinds, ...(await addresses(io, place, _, begun))];
}

/**
 * The addresses that the manifests declare, as docform shows them: without alias when there is one organization. Of
 * several, first the aliases, then what is in the one that is begun.
 */
async function addresses(io: Io, place: Place, _: Command, begun: string): Promise<readonly Candidate[]> {
  const { readProject } = await import("../../project/project.ts");
  const { desired } = await readProject(io, place);
  if (desired.organizations.length > 1) {
    const [alias = ""] = begun.replace(/^--[\w-]+=/, "").split("/");
    const own = desired.resources.filter(({ organization }) => organization === alias);
    return [...begunAliases(desired.organizations, begun), ...own.map(candidateOf)];
  }
  return desired.resources.flatMap((one) => [
    { value: withoutOrganization(one.address), about: one.kind },
    candidateOf(one),
  ]);
}

function candidateOf({ address, kind }: { readonly address: string; readonly kind: string }): Candidate {
  return { value: address, about: kind };
}

function begunAliases(all: readonly { readonly alias: string }[], begun: string): readonly Candidate[] {
  return begun.includes("/") ? [] : all.map(({ alias }) => ({ value: alias, about: "organization" }));
}

async function organizations(io: Io, place: Place): Promise<readonly Candidate[]> {
  const { stateSettings } = await import("../../project/state.ts");
  return begunAliases((await stateSettings(io, place)).desired.organizations, "");
}

/** The labels of organizations, as `--select` takes them. */
async function labels(io: Io, place: Place): Promise<readonly Candidate[]> {
  const { stateSettings } = await import("../../project/state.ts");
  const { labels: all } = await stateSettings(io, place);
  const pairs = [...all.values()].flatMap((own) => [...own].map(([name, { value }]) => `${name}=${value}`));
  return [...new Set(pairs)].sort().map((value) => ({ value, about: "" }));
}

async function environments(io: Io, { directory }: Place): Promise<readonly Candidate[]> {
  const { environmentNames } = await import("../../manifest/load/project-settings.ts");
  const { diskFiles, projectFile } = await import("../../manifest/read/project-files.ts");
  const { readText } = await import("../../manifest/read/read-file.ts");
  const { limits } = await import("../../manifest/read/yaml-limits.ts");
  const read = await readText(diskFiles(resolve(io.cwd, directory), io.disk), projectFile, limits.bytes);
  if (!("text" in read)) return [];
  return environmentNames(read.text).map((value) => ({ value, about: "" }));
}

/** The policies of the project that ask. */
async function askingRules(io: Io, place: Place): Promise<readonly Candidate[]> {
  const { readPolicies } = await import("../../project/policies.ts");
  const { rules } = await readPolicies(io, place);
  return rules.flatMap(({ name, severity, message }) =>
    severity === "ask" ? [{ value: name, about: message }] : [],
  );
}

/** Ids of runs, the newest first. */
async function runs(io: Io, place: Place): Promise<readonly Candidate[]> {
  const { runs: local } = await localState(io, place);
  return [...(await local.ids())].reverse().map((value) => ({ value, about: "" }));
}

/** The addresses in the record of this machine, as docform shows them. */
async function recorded(io: Io, place: Place): Promise<readonly Candidate[]> {
  const { storedRecord, declaredScope } = await import("../../runs/stored-record.ts");
  const { entriesOf } = await import("../../state/record-list.ts");
  const scope = await declaredScope(io, place);
  const stored = await storedRecord(await localState(io, place));
  return entriesOf(stored?.record, scope).flatMap(({ address, key, resource: { kind } }) => [
    ...(Object.keys(scope.organizations).length === 1 ? [{ value: key, about: kind }] : []),
    { value: address, about: kind },
  ]);
}

/** The state of this machine, of all organizations: a key that is pressed waits for no network. */
async function localState(io: Io, place: Place): Promise<Backend> {
  const { openPlaces } = await import("../../project/places.ts");
  const { stateSettings } = await import("../../project/state.ts");
  return openPlaces(io, place, { ...(await stateSettings(io, place)), state: "local" });
}
