import { readAddress } from "../client/url.ts";
import type { Io } from "../io/io.ts";
import { ownVariable, pinOf } from "../io/pinned-variable.ts";
import { type Diagnostic, error } from "../model/diagnostic.ts";
import { stop } from "../model/stop.ts";

const anyEnvironment = "DOCFORM_BASE_URL";

/**
 * The address of a project's platform: that of docform.yaml, else that of the process. The process pins it: a pull
 * request that changes `platform.baseUrl` must not lead the token elsewhere. Throws `Stop` when the two differ.
 */
export function platformAddress(
  { env }: Pick<Io, "env">,
  environment: string | undefined,
  written: string | undefined,
): string | undefined {
  const own = ownVariable(anyEnvironment, environment);
  const { name, pinned } = pinOf({ env }, anyEnvironment, environment);
  if (written === undefined || pinned === "") return written ?? pinned;
  if (comparable(written) === comparable(pinned)) return written;
  const isOfAnother = own !== undefined && name === anyEnvironment;
  throw stop(
    "DF4009",
    `docform.yaml sets the address to ${withoutLogin(written)}, and ${name} to ${withoutLogin(pinned)}`,
    {
      hint: isOfAnother
        ? `if the environment "${environment}" has that address, set ${own}=${withoutLogin(written)}; else correct docform.yaml`
        : `correct platform.baseUrl in docform.yaml, or ${name}: both must name the same address`,
    },
  );
}

/** The address as connections and records have it; empty when there is none. */
export function rootAddressOf({ env }: Pick<Io, "env">, address: string | undefined): string {
  return (address ?? env[anyEnvironment] ?? "").replace(/\/+$/, "");
}

/** The place that an address of the platform is from: a variable of the environment, or docform.yaml. */
export function placeOfAddress(
  { env }: Pick<Io, "env">,
  environment: string | undefined,
  address: string,
): string {
  const { name, pinned } = pinOf({ env }, anyEnvironment, environment);
  return pinned !== "" && comparable(pinned) === comparable(address)
    ? name
    : "platform.baseUrl in docform.yaml";
}

/** Says that there is no address of a platform. */
export function missingAddress(): Diagnostic {
  const hint = "set platform.baseUrl in docform.yaml, or DOCFORM_BASE_URL, to its address without /v1";
  return error("DF4007", "docform does not know where the platform is", { hint });
}

function comparable(address: string): string {
  const read = readAddress(address, true);
  return "address" in read ? read.address : address.replace(/\/+$/, "");
}

/** An address may hold a password, which is not shown. */
function withoutLogin(address: string): string {
  return address.includes("@") ? "an address with a password" : address;
}
