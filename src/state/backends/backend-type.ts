import type * as z from "zod";
import type { Io } from "../../io/io.ts";
import type { Backend } from "../backend.ts";
import type { FolderIo } from "./folder.ts";

/** The circumstances in which a command opens the state. */
export interface Opening {
  readonly io: FolderIo & Pick<Io, "env" | "hide" | "now" | "openTransport">;
  /** The folder of the project. */
  readonly folder: string;
  /** The folder of docform's own files in it. */
  readonly ownFolder: string;
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
