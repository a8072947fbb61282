import type { BackendType } from "../backend-type.ts";
import { passwordsIn } from "../password-in.ts";
import { httpSchema, httpVariables } from "./http-setting.ts";

/** The state on a server with the protocol of Terraform's http backend. */
export const httpType: BackendType<typeof httpSchema> = {
  schema: httpSchema,
  defaultWords: [],
  hasBase: false,
  // Without an address, the environment says it.
  pinWords: ({ address, lockAddress, unlockAddress }) => [address, lockAddress, unlockAddress],
  secretsIn: (env) => [
    ...httpVariables.password.map((name) => env[name] ?? ""),
    ...passwordsIn(env.DOCFORM_STATE_URL ?? ""),
  ],
  open: async (opening, setting) => (await import("./open-http.ts")).openHttp(opening, setting),
};
