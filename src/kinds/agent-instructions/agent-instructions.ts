import { agentInstructionsOperations } from "../../contract/parts/organizations.ts";
import { defineKind } from "../../model/kind.ts";
import { richTextField } from "../rich-text.ts";
import { byOrganizationAdmin } from "../risks-and-permissions.ts";

/** The instructions of an organization for agents (2.24, 4.8). */
export const agentInstructionsKind = defineKind({
  name: "agent-instructions",
  plural: "agentInstructions",
  doc: "What the organization tells agents",
  shape: "singleton",
  fields: {
    instructions: {
      ...richTextField,
      doc: "What agents are told: plain text with empty lines between paragraphs, or a rich document",
      // An organization that tells nothing answers without instructions.
      read: (answer) => answer.instructions ?? "",
    },
  },
  naturalKeys: [],
  required: [],
  idParam: "organizationId",
  operations: {
    read: agentInstructionsOperations.getAgentInstructions,
    update: [agentInstructionsOperations.putAgentInstructions],
  },
  permissions: byOrganizationAdmin,
  seed: {
    keys: { instructions: null },
    also: ({ instructions }) => (instructions === undefined ? {} : { agentInstructions: instructions }),
  },
  notDeletable: 'the API cannot remove agent instructions; write instructions: "" to tell agents nothing',
  label: () => "agent instructions",
  example: { instructions: "Answer in plain words.\n\nSay which page an answer comes from." },
});
