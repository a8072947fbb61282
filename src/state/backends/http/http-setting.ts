import * as z from "zod";

const text = z.string().min(1);
const httpMethod = z.string().regex(/^[A-Z]+$/, "must be an HTTP method in capital letters");

/** The schema of `state: { http: … }`. */
export const httpSchema = z
  .strictObject({
    address: text.optional().describe("Address of the state; DOCFORM_STATE_URL when left out"),
    lockAddress: text.optional().describe("Address to lock at; /lock below the address when left out"),
    unlockAddress: text.optional().describe("Address to unlock at; lockAddress when left out"),
    updateMethod: httpMethod.optional().meta({ default: "POST" }),
    lockMethod: httpMethod.optional().meta({ default: "POST" }),
    unlockMethod: httpMethod.optional().meta({ default: "DELETE" }),
    username: text.optional().describe("Name to sign in with; DOCFORM_STATE_USERNAME when left out"),
  })
  .describe("A server that speaks the protocol of Terraform's http backend");

/** The settings of `state: { http: … }`. */
export type HttpSetting = z.infer<typeof httpSchema>;

/** The variables of the environment for each setting; the first that is set wins. */
export const httpVariables = {
  address: ["DOCFORM_STATE_URL", "TF_HTTP_ADDRESS"],
  lockAddress: ["TF_HTTP_LOCK_ADDRESS"],
  unlockAddress: ["TF_HTTP_UNLOCK_ADDRESS"],
  updateMethod: ["TF_HTTP_UPDATE_METHOD"],
  lockMethod: ["TF_HTTP_LOCK_METHOD"],
  unlockMethod: ["TF_HTTP_UNLOCK_METHOD"],
  username: ["DOCFORM_STATE_USERNAME", "TF_HTTP_USERNAME"],
  password: ["DOCFORM_STATE_PASSWORD", "TF_HTTP_PASSWORD"],
} as const;
