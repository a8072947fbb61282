import { join, resolve } from "node:path";
import type { Io } from "../../io/io.ts";
import { withoutOrganization } from "../../model/address.ts";
import type { Candidate, Offer } from "./complete.ts";

/** The folder and environment in which completion looks for a project. */
interface Place {
  readonly directory: string;
  readonly env?: string;
}

type Source = (io: Io, place: Place) => Promise<Offer> | Offer;

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
  digest: unknown,
  dir: someFiles,
  duration: unknown,
  environment: environments,
  file: someFiles,
  files: someFiles,
  lock: unknown,
  ms: unknown,
  n: unknown,
  name: async () => {
    const { schemaNames } = await import("../../manifest/schema/modeline.ts");
    return schemaNames.map((value) => ({ value, about: "JSON Schema for editors" }));
  },
  "name=value": unknown,
  operation: async () => {
    const { operations } = await import("../../contract/operations.ts");
    return Object.values(operations).map(({ name, summary }) => ({ value: name, about: summary }));
  },
  organization: unknown,
  path: someFiles,
  run: runs,
  url: unknown,
  what: explainable,
};

/** The topics of explain: diagnostic codes, kinds, their fields and, inside a project, addresses. */
async function explainable(io: Io, place: Place): Promise<readonly Candidate[]> {
  const { diagnosticCodes } = await import("../../model/diagnostic-codes.ts");
  const { kinds } = await import("../../kinds/kinds.ts");
  const codes = Object.entries(diagnosticCodes).map(([value, { title }]) => ({ value, about: title }));
  const ofKinds = kinds.flatMap(({ name, doc, fields }) => [
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
  const text = new TextDecoder().decode(await io.disk.read(join(resolve(io.cwd, directory), "docform.yaml")));
  return environmentNames(text).map((value) => ({ value, about: "" }));
}

/** Ids of runs, the newest first. */
async function runs(io: Io, place: Place): Promise<readonly Candidate[]> {
  const { runsFolder } = await import("../../project/runs.ts");
  const { runIds } = await import("../../state/runs.ts");
  const ids = await runIds(io.disk, runsFolder(io, place));
  return [...ids].reverse().map((value) => ({ value, about: "" }));
}
