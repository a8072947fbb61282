import * as z from "zod";
import { defineOperations } from "../operation.ts";
import { bodyOf, links, resource, richDocument, timestamp } from "../resource.ts";

/** Instructions that an organization gives to agents (2.24). */
const agentInstructions = resource("agent-instructions", () => ({
  instructions: richDocument().optional(),
  updatedAt: timestamp.optional(),
  updatedBy: z.string().optional(),
  urls: links("location"),
}));

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
    body: bodyOf(() => ({ instructions: richDocument().describe("What agents are told") })),
    answers: { 200: agentInstructions },
  },
});
