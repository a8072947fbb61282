import { resolve } from "node:path";
import type { Argument, Command, Option } from "commander";
import { type Edition, editions } from "../../contract/edition.ts";
import type { Io } from "../../io/io.ts";
import { withoutOrganization } from "../../model/address.ts";
import type { Candidate, Offer } from "../commands/completion.ts";
import { isRepeatable } from "./options.ts";

/** The options typed so far that locate the project. */
interface Place {
  /** Project folder. */
  readonly directory: string;
  readonly env?: string;
  readonly api?: Edition;
}

/** The candidates for the last, perhaps incomplete, word: commands, options or values. */
export async function complete(io: Io, program: Command, words: readonly string[]): Promise<Offer> {
  const begun = words.at(-1) ?? "";
  const typed = readWords(program, words.slice(0, -1));
  const valuesOf: ValuesOf = async (one) => {
    if (one.argChoices !== undefined) return one.argChoices.map((value) => ({ value, about: "" }));
    return (await completionValues[placeholderOf(one)]?.(io, typed.place, program)) ?? [];
  };
  const offered = await offerFor(typed, begun, valuesOf);
  return offered === "files" ? offered : offered.filter(({ value }) => value.startsWith(begun));
}

/** Returns the candidates for the value of an option or argument. */
type ValuesOf = (one: Option | Argument) => Promise<Offer>;

/** A command line as far as it goes. */
interface Typed {
  readonly command: Command;
  /** Arguments so far. */
  readonly count: number;
  /** The option that the next word is the value of. */
  readonly open: Option | undefined;
  readonly given: readonly Option[];
  readonly place: Place;
}

function readWords(program: Command, words: readonly string[]): Typed {
  const begin: Typed = {
    command: program,
    count: 0,
    open: undefined,
    given: [],
    place: { directory: "." },
  };
  return words.reduce(readWord, begin);
}

function readWord(typed: Typed, word: string): Typed {
  if (typed.open !== undefined) return { ...withValue(typed, typed.open, word), open: undefined };
  if (word.startsWith("-")) return readOption(typed, word);
  const below = typed.command.commands.find((one) => one.name() === word);
  return below === undefined ? { ...typed, count: typed.count + 1 } : { ...typed, command: below };
}

function readOption(typed: Typed, word: string): Typed {
  const [flag = "", ...value] = word.split("=");
  const option = optionOf(typed.command, flag);
  if (option === undefined) return typed;
  const given = { ...typed, given: [...typed.given, option] };
  if (!option.required) return given;
  return value.length === 0 ? { ...given, open: option } : withValue(given, option, value.join("="));
}

function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find(({ long, short }) => flag === long || flag === short);
}

function withValue(typed: Typed, option: Option, value: string): Typed {
  if (option.long === "--directory") return { ...typed, place: { ...typed.place, directory: value } };
  if (option.long === "--env") return { ...typed, place: { ...typed.place, env: value } };
  const api = editions.find((edition) => option.long === "--api" && edition === value);
  if (api !== undefined) return { ...typed, place: { ...typed.place, api } };
  return typed;
}

async function offerFor(typed: Typed, begun: string, valuesOf: ValuesOf): Promise<Offer> {
  if (typed.open !== undefined) return valuesOf(typed.open);
  const [flag = "", ...value] = begun.split("=");
  const assigned = value.length > 0 ? optionOf(typed.command, flag) : undefined;
  if (assigned !== undefined) {
    const values = await valuesOf(assigned);
    return values === "files" ? [] : values.map((one) => ({ ...one, value: `${flag}=${one.value}` }));
  }
  if (begun.startsWith("-")) return optionsLeft(typed);
  const { command, count } = typed;
  const argument = command.registeredArguments[count] ?? lastIfVariadic(command);
  const values = argument === undefined ? [] : await valuesOf(argument);
  return values === "files" ? values : [...(count === 0 ? commandsBelow(command) : []), ...values];
}

function lastIfVariadic(command: Command): Argument | undefined {
  const last = command.registeredArguments.at(-1);
  return last?.variadic === true ? last : undefined;
}

/** The name between the brackets: `address` of `--target <address>`. */
export function placeholderOf(one: Option | Argument): string {
  if (!("flags" in one)) return one.name();
  return /[<[]([^>\].]+)/.exec(one.flags)?.[1] ?? "";
}

/** The subcommands of a command that are not hidden from help. */
function commandsBelow(command: Command): readonly Candidate[] {
  const visible = command.createHelp().visibleCommands(command);
  return visible.map((one) => ({ value: one.name(), about: one.description() }));
}

/** Options that were not given yet, or that may be given again. */
function optionsLeft({ command, given }: Typed): readonly Candidate[] {
  const isLeft = (option: Option): boolean => !given.includes(option) || isRepeatable(option);
  return command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => isLeft(option))
    .flatMap(({ long, description }) => (long ? [{ value: long, about: description }] : []));
}

type Source = (io: Io, place: Place, program: Command) => Promise<Offer> | Offer;

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
  job: unknown,
  label: unknown,
  labels: unknown,
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
  organization: unknown,
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
  what: explainable,
};

/** The topics of explain: diagnostic codes, kinds, their fields and, inside a project, addresses. */
async function explainable(io: Io, place: Place): Promise<readonly Candidate[]> {
  const { diagnosticCodes } = await import("../../model/diagnostic-codes.ts");
  const { kindsOf } = await import("../../kinds/kinds-of.ts");
  const { editionHere } = await import("../../project/edition.ts");
  const codes = Object.entries(diagnosticCodes).map(([value, { title }]) => ({ value, about: title }));
  const ofKinds = kindsOf(await editionHere(io, place)).all.flatMap(({ name, doc, fields }) => [
    { value: name, about: doc },
    ...Object.entries(fields).map(([field, about]) => ({ value: `${name}.${field}`, about: about.doc })),
  ]);
  return [...codes, ...ofKinds, ...(await addresses(io, place))];
}

/** The addresses that the manifests declare, as docform shows them: without alias when there is one organization. */
async function addresses(io: Io, place: Place): Promise<readonly Candidate[]> {
  const { readProject } = await import("../../project/project.ts");
  const { desired } = await readProject(io, place);
  const isOnly = desired.organizations.length === 1;
  return desired.resources.flatMap(({ address, kind }) => [
    ...(isOnly ? [{ value: withoutOrganization(address), about: kind }] : []),
    { value: address, about: kind },
  ]);
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
  const { openSetting } = await import("../../project/places.ts");
  // A key that is pressed waits for no network: the runs of this machine.
  const { runs: local } = await openSetting(io, place, "local");
  return [...(await local.ids())].reverse().map((value) => ({ value, about: "" }));
}

/** The addresses in the record of this machine, as docform shows them. */
async function recorded(io: Io, place: Place): Promise<readonly Candidate[]> {
  const { openSetting } = await import("../../project/places.ts");
  const { storedRecord, declaredScope } = await import("../../runs/stored-record.ts");
  const { entriesOf } = await import("../../state/record-list.ts");
  const scope = await declaredScope(io, place);
  const stored = await storedRecord(await openSetting(io, place, "local"));
  return entriesOf(stored?.record, scope).flatMap(({ address, key, resource: { kind } }) => [
    ...(Object.keys(scope.organizations).length === 1 ? [{ value: key, about: kind }] : []),
    { value: address, about: kind },
  ]);
}
