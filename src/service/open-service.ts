import type { Io } from "../io/io.ts";
import { stop } from "../model/stop.ts";
import type { Pipeline } from "./pipeline.ts";
import type { Service } from "./service.ts";

/**
 * Opens the service of a pipeline with the token of the environment, and hides the token. The caller closes it. Throws
 * `Stop` without a usable token or address.
 */
export async function openService(
  _io: Io,
  { service }: Pick<Pipeline, "service" | "apiUrl" | "repository">,
): Promise<Service> {
  throw stop("DF5061", `docform cannot speak to ${service} yet`);
}
