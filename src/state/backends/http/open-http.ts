import { readAddress } from "../../../client/url.ts";
import type { Io } from "../../../io/io.ts";
import { openTransport } from "../../../io/open-transport.ts";
import { type Stop, stop } from "../../../model/stop.ts";
import type { Backend } from "../../backend.ts";
import { mostReadBytes } from "../../state-size.ts";
import type { Opening } from "../backend-type.ts";
import { localRuns } from "../folder.ts";
import { type HttpOptions, httpBackend } from "./http.ts";
import { type HttpSetting, httpVariables } from "./http-setting.ts";
import { forOrganization } from "./organization-address.ts";

/** The settings that the backend takes from docform.yaml and the environment. */
type HttpAddresses = Omit<HttpOptions, "transport" | "sleep" | "local">;

type Name = keyof typeof httpVariables;

/** Longest time for a request to a state server, in milliseconds: a lock is held meanwhile. */
const longestRequest = 120_000;

/** Opens the state on a server. Throws `Stop` as `httpSettings` does. */
export function openHttp(
  { io, ownFolder, organization, isInsecure, isPinned, tellDropped }: Opening,
  written: HttpSetting,
): Backend {
  const { env, setting } = forOrganization(io, written, organization);
  const settings = httpSettings({ env }, { isInsecure, isPinned }, setting);
  const transport = openTransport(io, { total: longestRequest, maxAnswer: mostReadBytes });
  const local = localRuns(io, ownFolder);
  return httpBackend({ transport, sleep: io.sleep, local, tellDropped, ...settings });
}

/**
 * The addresses, methods and credentials of a state server. The environment pins an address, as it pins that of the
 * platform: a pull request must not lead the password elsewhere, so a password takes an address that is pinned. Throws
 * `Stop` when the two differ, when docform.yaml leads the lock to another server, when there is no address, or when one
 * would send the password unencrypted.
 */
export function httpSettings(
  { env }: Pick<Io, "env">,
  { isInsecure, isPinned }: { readonly isInsecure: boolean; readonly isPinned: boolean },
  setting: HttpSetting,
): HttpAddresses {
  const given = (name: Name): string | undefined => httpVariables[name].map((one) => env[one]).find(Boolean);
  const value = (name: Exclude<Name, "password">): string | undefined => setting[name] ?? given(name);
  const place = (name: "address" | "lockAddress" | "unlockAddress"): string | undefined => {
    const [written, pinned] = [setting[name], given(name)];
    if (written !== undefined && pinned !== undefined && written !== pinned)
      throw twoAddresses(name, written, pinned, env);
    const found = written ?? pinned;
    const read = found && usable(found, isInsecure);
    if (pinned === undefined && read) checkServer(name, read, given("address"), env);
    return read;
  };
  const address = place("address");
  if (address === undefined) throw noAddress();
  if (given("password") !== undefined && given("address") === undefined && !isPinned) throw unpinned(address);
  const lockAddress = place("lockAddress") ?? `${address}/lock`;
  const [username, password] = [value("username"), given("password")];
  return {
    address,
    lockAddress,
    unlockAddress: place("unlockAddress") ?? lockAddress,
    updateMethod: value("updateMethod") ?? "POST",
    lockMethod: value("lockMethod") ?? "POST",
    unlockMethod: value("unlockMethod") ?? "DELETE",
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
  };
}

function usable(address: string, isInsecure: boolean): string {
  const read = readAddress(address, isInsecure, "https://state.example/docs");
  if ("address" in read) return read.address;
  throw stop("DF5040", `${read.problem}; it is an address of the state`, { hint: read.hint });
}

function twoAddresses(name: Name, written: string, pinned: string, env: Io["env"]): Stop {
  const variable = variableOf(name, env);
  const shown = (text: string): string => (text.includes("@") ? "an address with a password" : text);
  const message = `docform.yaml sets state.http.${name} to ${shown(written)}, and ${variable} to ${shown(pinned)}`;
  const hint = `correct docform.yaml or ${variable}: both must name the same address`;
  return stop("DF5040", message, { hint });
}

/** Throws `Stop` when docform.yaml names an address on another server than the one that the environment pins. */
function checkServer(name: Name, written: string, pinned: string | undefined, env: Io["env"]): void {
  const { origin } = new URL(pinned ?? written);
  if (new URL(written).origin === origin) return;
  const [variable, own] = [variableOf("address", env), httpVariables[name][0]];
  const message = `docform.yaml sets state.http.${name} to ${written}, and ${variable} is on ${origin}`;
  const hint = `correct docform.yaml; if the password is meant for both, set ${own} to the same address`;
  throw stop("DF5040", message, { hint });
}

function variableOf(name: Name, env: Io["env"]): string | undefined {
  return httpVariables[name].find((one) => Boolean(env[one]));
}

function unpinned(address: string): Stop {
  const message = `only docform.yaml says that the state is at ${address}, so the password of the state is not sent there`;
  const hint = `set DOCFORM_STATE_URL=${address}, or DOCFORM_STATE="http ${address}", in the environment`;
  return stop("DF5040", message, { hint });
}

function noAddress(): Stop {
  const hint =
    "set state.http.address in docform.yaml, or DOCFORM_STATE_URL in the environment; the guide for GitLab says which address leads there from a person's machine";
  return stop("DF5040", "docform does not know where the state is", { hint });
}
