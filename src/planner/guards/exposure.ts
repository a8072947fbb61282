import type { Guard } from "./guard.ts";

/** Tells what opens something to more people; holds it when `guards.exposure` says so. */
export const exposure: Guard = {
  rule: "exposure",
  judge: ({ changes, settings, allowed }) =>
    changes
      .filter(({ exposes = [] }) => exposes.length > 0)
      .map(({ address, exposes = [], source }) => ({
        address,
        message: `it opens something to more people: ${exposes.join("; ")}`,
        ...(settings.exposure === "hold" ? { allow: "--allow-exposure" } : {}),
        passes: settings.exposure !== "hold" || allowed.exposure === true,
        ...(source === undefined ? {} : { source }),
      })),
};
