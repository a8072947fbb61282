import type { Io } from "../io/io.ts";
import type { StateSetting } from "../manifest/schema/project-file.ts";
import { stop } from "../model/stop.ts";
import { hideLogins } from "../render/safe-text.ts";
import { pinOf } from "./address.ts";

/** What stands for the words that are left out. */
const defaults: Readonly<Record<string, readonly string[]>> = {
  git: ["origin", "docform-state"],
  postgres: ["docform", "default"],
};

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
  const written = wordsOf(state).join(" ");
  const wanted = whole(pinned.split(/\s+/).filter(Boolean)).join(" ");
  if (wanted === "" || written === wanted) return;
  const hint = `correct state in docform.yaml, or ${name}: both must name the same place`;
  const message = `docform.yaml keeps the state in "${hideLogins(written)}", and ${name} says "${hideLogins(wanted)}"`;
  throw stop("DF5040", message, { hint });
}

/** A place of state in words: `local`, `git REMOTE REF`, `http` and the addresses that are written, or `postgres SCHEMA PROJECT`. */
function wordsOf(state: StateSetting): readonly string[] {
  if (state === "local") return [state];
  const { git, http, postgres = {} } = state;
  if (git !== undefined) return withDefaults("git", [git.remote, git.ref]);
  // Without an address, the environment says it.
  if (http !== undefined) {
    const addresses = [http.address, http.lockAddress, http.unlockAddress];
    return ["http", ...addresses.filter((one) => one !== undefined)];
  }
  return withDefaults("postgres", [postgres.schema, postgres.project]);
}

function whole([type = "", ...rest]: readonly string[]): readonly string[] {
  const { length } = defaults[type] ?? [];
  return [type, ...rest, ...(defaults[type] ?? []).slice(rest.length, length)];
}

function withDefaults(type: string, words: readonly (string | undefined)[]): readonly string[] {
  return [type, ...words.map((word, at) => word ?? defaults[type]?.[at] ?? "")];
}
