import type { ReadClient } from "../../client/client.ts";
import { fillPath, readAddress } from "../../client/url.ts";
import { type Edition, editionAt, editions } from "../../contract/edition.ts";
import { operations } from "../../contract/operations.ts";
import type { Io } from "../../io/io.ts";
import { tokenVariable } from "../../io/token-variables.ts";
import { keyPattern } from "../../model/address.ts";
import { type Stop, stop } from "../../model/stop.ts";
import type { ConnectionOptions } from "../../project/options.ts";
import { commandsLike } from "../../render/command-to-copy.ts";
import { terminalText } from "../../render/safe-text.ts";
import { listed } from "../../render/words.ts";
import { Interrupted } from "../../runs/interrupts.ts";
import type { Choice, Questions } from "../../runs/terminal/ask.ts";
import { freeKey, keyFrom } from "../../text/readable-key.ts";
import type { NewOrganization } from "./init-files.ts";
import { type CiService, ciServices } from "./pipeline-project.ts";

/** Options of `docform init`: every answer can be one. */
export interface InitOptions extends ConnectionOptions {
  readonly fromPlatform?: boolean;
  readonly baseUrl?: string;
  readonly api?: Edition;
  /** `id`, or `alias=id`. */
  readonly organization?: readonly string[];
  readonly ci?: CiService | "none";
  readonly editor?: "vscode" | "none";
  readonly layout?: "files" | "single";
  /** Environments of docform.yaml, in the order in which a pipeline applies them. */
  readonly environment?: readonly string[];
}

/** The questions to ask on a terminal; undefined when nobody can be asked. */
export type Asked = Questions | undefined;

/** The `Stop` that names a required option when nobody can be asked for its value. */
export function needed(message: string, hint: string): Stop {
  return stop("DF5001", message, { hint });
}

/** An answer, or the end of the command when it was broken off. */
function given<T>(answer: T | undefined): T {
  if (answer === undefined) throw new Interrupted();
  return answer;
}

/** Whether the project starts with the objects on the platform; asks when no option says so. */
export async function askStart({ fromPlatform }: InitOptions, asked: Asked): Promise<boolean> {
  if (fromPlatform !== undefined || asked === undefined) return fromPlatform === true;
  const choices = [
    { value: "platform", label: "with what is on the platform" },
    { value: "nothing", label: "with an empty manifest" },
  ];
  return given(await asked.one("How is the project to begin?", choices)) === "platform";
}

/** The address of the platform; undefined when each run takes it from the environment. */
export async function askAddress(
  io: Io,
  { baseUrl, insecureHttp = false }: InitOptions,
  asked: Asked,
): Promise<string | undefined> {
  const known = baseUrl ?? io.env.DOCFORM_BASE_URL ?? "";
  if (known !== "") return usableAddress(known, insecureHttp);
  if (asked === undefined) return undefined;
  const answer = await asked.text("Where is the platform?", "https://docs-platform.example", (text) => {
    const read = readAddress(text, insecureHttp);
    return "problem" in read ? read.problem : undefined;
  });
  return usableAddress(given(answer), insecureHttp);
}

const speakers: Readonly<Record<Edition, string>> = {
  reference: "the API reference of docform",
  gitbook: "the API that GitBook publishes",
};

/** The edition of the API that the platform speaks; asks only when neither an option nor the address tells. */
export async function askEdition(
  { api }: InitOptions,
  asked: Asked,
  baseUrl: string | undefined,
): Promise<Edition> {
  const spoken = editionAt(baseUrl ?? "");
  if (api === "reference" && spoken === "gitbook")
    throw needed("this address speaks the edition gitbook", "leave out --api");
  const known = api ?? spoken;
  if (api !== undefined || known === "gitbook" || asked === undefined) return known;
  const choices = editions.map((value) => ({ value, label: `${value}: ${speakers[value]}` }));
  const answer = given(await asked.one("Which edition of the API does it speak?", choices));
  return editions.find((edition) => edition === answer) ?? known;
}

/**
 * The normalized address, as every later command reads it. Throws `Stop` for one that those commands would
 * refuse.
 */
function usableAddress(text: string, insecureHttp: boolean): string {
  const read = readAddress(text, insecureHttp);
  if ("address" in read) return read.address;
  throw stop("DF4007", read.problem, { hint: read.hint });
}

/** The pipeline to write. */
export async function askCi({ ci }: InitOptions, asked: Asked): Promise<CiService | "none"> {
  if (ci !== undefined || asked === undefined) return ci ?? "none";
  const labels = { github: "GitHub", gitlab: "GitLab" } as const;
  const services = ciServices.map((value) => ({ value, label: labels[value] }));
  const answer = given(
    await asked.one("Which CI is to run docform?", [...services, { value: "none", label: "none" }]),
  );
  return ciServices.find((service) => service === answer) ?? "none";
}

/** The organizations of a project that begins with nothing. */
export async function askOrganizations(
  options: InitOptions,
  asked: Asked,
): Promise<readonly NewOrganization[]> {
  const named = options.organization ?? [];
  if (named.length > 0) return withAliases(named.map(wordsOf));
  if (asked === undefined)
    throw needed(
      "init has to know the id of the organization",
      "--organization ALIAS=ID, or --from-platform",
    );
  const id = await asked.text("Which organization? Its id on the platform", "org_1a2b", (answer) =>
    answer === "" ? "An organization is needed." : undefined,
  );
  return withAliases([wordsOf(given(id))]);
}

/** The organizations to pull: the named ones, the only one, or the ones chosen on the terminal. */
export async function chooseOrganizations(
  client: ReadClient,
  options: InitOptions,
  asked: Asked,
): Promise<readonly NewOrganization[]> {
  const seen = await client.all("listOrganizations");
  const there = seen.map(({ id, title }) => ({ id, title: title ?? id }));
  const named = (options.organization ?? []).map(wordsOf);
  if (named.length > 0) {
    const unknown = named.find(({ id }) => there.every((one) => one.id !== id));
    if (unknown !== undefined)
      throw needed(`the token sees no organization "${unknown.id}"`, `it sees ${organizationsText(there)}`);
    const titles = new Map(there.map(({ id, title }) => [id, title]));
    return withAliases(named.map((one) => ({ title: titles.get(one.id) ?? one.id, ...one })));
  }
  if (there.length === 0) throw needed("the token sees no organization", "use the token of a member of one");
  if (there.length === 1) return withAliases(there);
  if (asked === undefined)
    throw needed(
      `the token sees ${there.length} organizations`,
      `it sees ${organizationsText(there)}. For the first: ${commandFor(withAliases(there.slice(0, 1)), options)}`,
    );
  const choices = there.map(
    ({ id, title }): Choice => ({ value: id, label: terminalText(`${title} (${id})`) }),
  );
  const chosen = given(await asked.some("Which organizations?", choices));
  return withAliases(there.filter(({ id }) => chosen.includes(id)));
}

/** The command line that begins with these organizations, and is otherwise as it was given. */
function commandFor(organizations: readonly NewOrganization[], options: InitOptions): string {
  const { api, baseUrl, ci, layout } = options;
  return commandsLike(options)(
    "init",
    "--from-platform",
    ...organizations.flatMap(({ alias, id }) => ["--organization", `${alias}=${id}`]),
    ...(baseUrl === undefined ? [] : ["--base-url", baseUrl]),
    ...(api === undefined ? [] : ["--api", api]),
    ...(ci === undefined ? [] : ["--ci", ci]),
    ...(layout === undefined || layout === "files" ? [] : ["--layout", layout]),
  );
}

function organizationsText(
  organizations: readonly { readonly id: string; readonly title: string }[],
): string {
  return listed(organizations.map(({ id, title }) => `${id} (${title})`));
}

/** An organization as an option names it. */
interface Named {
  readonly id: string;
  readonly alias?: string;
  /** The title from which an alias is made when none is given. */
  readonly title?: string;
}

function wordsOf(text: string): Named {
  const [alias = "", ...rest] = text.split("=");
  if (rest.length === 0) return { id: usableId(text) };
  if (!keyPattern.test(alias))
    throw needed(
      `"${alias}" cannot be an alias`,
      "an alias is letters, digits, - and _, as in --organization acme=org_1a2b",
    );
  return { alias, id: usableId(rest.join("=")) };
}

/** An id that is safe in the path of a call; throws `Stop` for any other. */
function usableId(text: string): string {
  const id = text.trim();
  if ("path" in fillPath(operations.getOrganization, { organizationId: id })) return id;
  throw needed(
    `"${id}" cannot be the id of an organization`,
    "--organization ID, or ALIAS=ID, as in acme=org_1a2b",
  );
}

/** Two aliases whose tokens would be in one variable are one. */
function withAliases(organizations: readonly Named[]): readonly NewOrganization[] {
  const taken = new Set<string>();
  const twice = organizations.find(({ id }, at) => organizations.findIndex((one) => one.id === id) !== at);
  if (twice !== undefined) throw needed(`the organization "${twice.id}" is named twice`, "name each once");
  return organizations.map(({ id, alias, title = id }) => {
    const isTaken = (one: string): boolean => taken.has(tokenVariable(one));
    const key = alias ?? freeKey(keyFrom(title) ?? "organization", isTaken);
    const hint = 'give each its own; capitals make no other one, and "-" is the same as "_"';
    if (isTaken(key)) throw needed(`two organizations have the alias "${key}"`, hint);
    taken.add(tokenVariable(key));
    return { alias: key, id };
  });
}
