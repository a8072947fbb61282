import type { Guard } from "./guard.ts";

/** Tells what opens something to more people; holds it when `guards.exposure` says so. */
export const exposure: Guard = {
  rule: "exposure",
  judge: ({ changes, settings, allowed }) =>
    changes.flatMap(({ address, exposes = [], source }) =>
      exposes.map((text) => ({
        address,
        message: `it opens something to more people: ${text}`,
        ...(settings.exposure === "hold" ? { allow: "--allow-exposure" } : {}),
        passes: settings.exposure !== "hold" || allowed.exposure === true,
        ...(source === undefined ? {} : { source }),
      })),
    ),
};
