import * as z from "zod";
import { once } from "../once.ts";
import { defineOperations } from "../operation.ts";
import { links, richDocument, timestamp } from "../resource.ts";

/** Instructions that an organization gives to agents (2.24). */
const agentInstructions = once(() =>
  z.object({
    object: z.literal("agent-instructions"),
    instructions: richDocument().optional(),
    updatedAt: timestamp.optional(),
    updatedBy: z.string().optional(),
    urls: links("location"),
  }),
);

/** Operations on the agent instructions of an organization (4.8). */
export const agentInstructionsOperations = defineOperations("4.8", {
  getAgentInstructions: {
    summary: "Get the agent instructions of an organization",
    call: "GET /orgs/{organizationId}/agent-instructions",
    answers: { 200: agentInstructions },
  },
  putAgentInstructions: {
    summary: "Set the agent instructions of an organization",
    call: "PUT /orgs/{organizationId}/agent-instructions",
    body: () => z.strictObject({ instructions: richDocument().describe("What agents are told") }),
    answers: { 200: agentInstructions },
  },
});
