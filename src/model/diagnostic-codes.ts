import { commandLineCodes } from "./codes/command-line-codes.ts";
import { connectionCodes } from "./codes/connection-codes.ts";
import type { DiagnosticInfo } from "./codes/diagnostic-info.ts";
import { liveStateCodes } from "./codes/live-state-codes.ts";
import { manifestFormCodes } from "./codes/manifest-form-codes.ts";
import { manifestMeaningCodes } from "./codes/manifest-meaning-codes.ts";
import { policyCodes } from "./codes/policy-codes.ts";
import { runCodes } from "./codes/run-codes.ts";
import { serviceCodes } from "./codes/service-codes.ts";

/**
 * Every diagnostic code, by area: a file each in `codes`. DF1xxx: the form of manifests. DF2xxx: what manifests say
 * of each other. DF3xxx: manifests against the platform. DF4xxx: the connection. DF5xxx: the command line and set-up.
 * DF6xxx: the policies of a project.
 * Codes are stable: a new one takes a new number, none is used again.
 */
export const diagnosticCodes = {
  ...manifestFormCodes,
  ...manifestMeaningCodes,
  ...liveStateCodes,
  ...connectionCodes,
  ...commandLineCodes,
  ...runCodes,
  ...serviceCodes,
  ...policyCodes,
} as const satisfies Readonly<Record<string, DiagnosticInfo>>;

/** A stable diagnostic code such as `DF1004`. */
export type DiagnosticCode = keyof typeof diagnosticCodes;
