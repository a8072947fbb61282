import type { DiagnosticInfos } from "./diagnostic-info.ts";

/** DF512x: init. */
export const initCodes = {
  DF5120: {
    title: "init has to be told more",
    meaning:
      "There is nobody to ask, and an option that init needs is not given, or names what is not there.",
    next: "Give the option that the message names, or run docform init on a terminal.",
    example: { line: "init -C new-project" },
  },
} as const satisfies DiagnosticInfos;
