import type { DesiredResource } from "../../model/desired.ts";
import { invitationOf } from "../../model/requests.ts";
import { changeOf, risksOf } from "../state/change-entry.ts";
import { type Awaiting, callKey } from "../state/draft.ts";
import type { PlanContext } from "../state/planning.ts";
import { paramsIn } from "./created-by.ts";
import { diffFields } from "./field-diff.ts";

/** The invitation of a declared person who is not there. An id, or a text that is no address, invites nobody. */
export function invite(
  planning: PlanContext,
  resource: DesiredResource,
  whom: string,
): Pick<Awaiting, "request" | "asking"> {
  const kind = planning.kinds.get(resource.kind);
  const { invitation } = kind;
  const { address, organization, values, id, sensitive } = resource;
  // The journal has to say who was invited, so nobody is by a text that must not be shown.
  const isNamed = id === undefined && whom.includes("@") && sensitive.length === 0;
  if (invitation === undefined || !isNamed) return {};
  const { operation, body, risk } = invitation;
  const diffs = diffFields(planning, resource, undefined);
  const change = {
    ...changeOf(planning, resource, "create"),
    fields: diffs.map((diff) => diff.change),
    ...risksOf(kind, "create", undefined, diffs, { exposes: [], more: [risk] }),
  };
  const draft = {
    key: callKey(address, operation),
    address,
    operation,
    params: paramsIn(planning, operation, kind, undefined, organization),
    body: body(whom, values),
    after: [],
    widens: true as const,
  };
  return { request: invitationOf(organization, whom), asking: { changes: [change], drafts: [draft] } };
}
