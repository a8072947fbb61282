import type { Guard } from "./guard.ts";

/** Manifests that declare nothing are more often lost than meant, and `exact` would then delete everything. */
export const emptyManifests: Guard = {
  rule: "empty-manifests",
  judge: ({ planning, declared, changes, allowed }) => {
    const speaking = new Set(declared.map(({ organization }) => organization));
    const isIn = (address: string, alias: string): boolean => address.startsWith(`${alias}/`);
    return planning.desired.organizations
      .filter(({ alias }) => !speaking.has(alias))
      .filter(({ alias }) =>
        changes.some(({ action, address }) => action === "delete" && isIn(address, alias)),
      )
      .map(({ alias, source }) => ({
        message: `the manifests declare nothing in ${alias}, and this plan deletes there`,
        allow: "--allow-empty",
        source,
        passes: allowed.empty === true,
      }));
  },
};
