import type { agentInstructionsOperations } from "../../contract/parts/organizations.ts";
import type { Caller, HandlersOf } from "../call.ts";
import type { OrganizationState } from "../store/state.ts";

/** Without instructions there is only the address to put them to (2.24). */
function answer({
  baseUrl,
  found: { organization },
}: Caller & { readonly found: { readonly organization: OrganizationState } }) {
  const location = `${baseUrl}/v1/orgs/${organization.id}/agent-instructions`;
  const body = {
    object: "agent-instructions" as const,
    ...organization.agentInstructions,
    urls: { location },
  };
  return { status: 200, body } as const;
}

/** Operations on the agent instructions of an organization (4.8). */
export const agentInstructionsHandlers = {
  getAgentInstructions: answer,
  putAgentInstructions: (call) => {
    const { body, now, token } = call;
    call.found.organization.agentInstructions = {
      instructions: body.instructions,
      updatedAt: now,
      updatedBy: token.user,
    };
    return answer(call);
  },
} satisfies HandlersOf<typeof agentInstructionsOperations>;
