import type { Io } from "../io/io.ts";
import { pinOf } from "../io/pinned-variable.ts";
import type { StateSetting } from "../manifest/schema/project-file.ts";
import { stop } from "../model/stop.ts";
import { hideLogins } from "../render/safe-text.ts";
import { backendTypeOf, sharedBackend } from "../state/backends/backends.ts";

/**
 * Throws `Stop` when docform.yaml keeps the state elsewhere than `DOCFORM_STATE` of the process says: a pull request
 * must not lead the record and the lock to another place. Nothing has been sent then.
 */
export function checkStatePin(
  { env }: Pick<Io, "env">,
  environment: string | undefined,
  state: StateSetting,
): void {
  const { name, pinned } = pinOf({ env }, "DOCFORM_STATE", environment);
  const written = pinWords(state).join(" ");
  const wanted = withDefaults(pinned.split(/\s+/).filter(Boolean)).join(" ");
  if (wanted === "" || written === wanted) return;
  const hint = `correct state in docform.yaml, or ${name}: both must name the same place`;
  const message = `docform.yaml keeps the state in "${hideLogins(written)}", and ${name} says "${hideLogins(wanted)}"`;
  throw stop("DF5040", message, { hint });
}

/** A place of state in words: `local`, `git REMOTE REF`, `http` and the addresses that are written, or `postgres SCHEMA PROJECT`. */
function pinWords(state: StateSetting): readonly string[] {
  if (state === "local") return [state];
  const { name, type, setting } = sharedBackend(state);
  const words = type.pinWords(setting).map((word, at) => word ?? type.defaultWords[at]);
  return [name, ...words.filter((word) => word !== undefined)];
}

function withDefaults([name = "", ...words]: readonly string[]): readonly string[] {
  return [name, ...words, ...(backendTypeOf(name)?.defaultWords.slice(words.length) ?? [])];
}
