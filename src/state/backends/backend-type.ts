import type * as z from "zod";
import type { Io } from "../../io/io.ts";
import type { Backend } from "../backend.ts";
import type { FolderIo } from "./folder.ts";

/** The organization of a place of state. */
export interface PlaceOrganization {
  /** Its id, as a name of a file, ref or row. */
  readonly name: string;
  /** Whether other organizations of the project have places of their own: then the name is in that of the place. */
  readonly isOneOfSeveral: boolean;
}

/** The name of a place, or that of one organization of several in it: `docform-state.org_1`. */
export function nameOfPlace(
  { organization }: Pick<Opening, "organization">,
  name: string,
  separator: string,
): string {
  return organization?.isOneOfSeveral === true ? `${name}${separator}${organization.name}` : name;
}

/** The circumstances in which a command opens the state. */
export interface Opening {
  readonly io: FolderIo & Pick<Io, "env" | "hide" | "now" | "openTransport">;
  /** The folder of the project. */
  readonly folder: string;
  /** The folder of docform's own files in it, or that of one organization in there. */
  readonly ownFolder: string;
  /** The organization that the place is of, where that is known. */
  readonly organization?: PlaceOrganization | undefined;
  /** True with `--insecure-http`: a password may be sent unencrypted. */
  readonly isInsecure: boolean;
  /** True when the environment pins the place with `DOCFORM_STATE`, so that docform.yaml cannot name another one. */
  readonly isPinned: boolean;
  /** Is told of runs whose journals the place has no room for any more. */
  readonly tellDropped: (place: string, runs: readonly string[]) => void;
}

/**
 * A type of backend for the state. Everything that docform knows of it is in its entry. Made of parts that are there:
 * `openTransport` of src/io sends requests, `publishedRuns` brings journals to a place that takes whole texts,
 * `rememberingLast` reads a state once, `passwordsIn` finds the passwords of an address.
 */
export interface BackendType<Schema extends z.ZodType = z.ZodType> {
  /** The settings of `state: { NAME: … }`. */
  readonly schema: Schema;
  /** The words after its name in `DOCFORM_STATE` that may be left out there. */
  readonly defaultWords: readonly string[];
  /** False where the place of an organization does not begin with one of the whole project. */
  readonly hasBase?: false;
  /** The words of these settings for `DOCFORM_STATE`, without defaults. */
  pinWords(setting: z.output<Schema>): readonly (string | undefined)[];
  /** The secrets of the environment: they are masked wherever output leaves. */
  readonly secretsIn: (env: Io["env"]) => readonly string[];
  /**
   * Throws `Stop` when a setting or a variable is missing or wrong, or when docform.yaml alone would say where a secret
   * of the environment goes: a pull request can write that. `isPinned` says that the environment names the place.
   */
  open(opening: Opening, setting: z.output<Schema>): Promise<Backend>;
}
