import { once } from "../../contract/once.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Change, FieldChange } from "../../model/documents/plan-document.ts";
import { type ChangedResource, changedResource, withPeopleByName } from "./changed-resource.ts";
import type { Finding, Guard, GuardInput } from "./guard.ts";
import { fieldsAsked, type Policy, subjectOf } from "./policy.ts";

/**
 * Holds what breaks a policy of the project, and what a policy ran out of steps for, whatever its severity. A policy
 * that only warns, or cannot be used, gives a diagnostic.
 */
export const policies: Guard = {
  rule: "policy",
  judge: (input) =>
    input.policies.length === 0
      ? []
      : input.changes.flatMap((written) => {
          const change = withPeopleByName(input.planning, written);
          const resource = once(() => changedResource(input.planning, change));
          return input.policies.flatMap((policy) =>
            fieldsAsked(policy.scope, change).flatMap((field) =>
              findingOf(input, policy, { change, field, resource }),
            ),
          );
        }),
};

interface Asked {
  readonly change: Change;
  readonly field: FieldChange | undefined;
  readonly resource: () => ChangedResource;
}

function findingOf(
  { planning, allowed }: GuardInput,
  policy: Policy,
  { change, field, resource }: Asked,
): readonly Finding[] {
  const { address } = change;
  const holds = policy.holds(subjectOf(change, field, resource()));
  if (holds === true) return [];
  const { name, severity } = policy;
  const approved = allowed.approved?.includes(name) === true;
  const way = severity === "ask" ? { allow: `--approve ${name}`, passes: approved } : {};
  if (holds !== false) {
    const told = { address, message: holds.message, diagnostic: holds };
    if (holds.severity === "error") return [told];
    return [told, { address, message: holds.message, policy: name, ...way }];
  }
  const written = planning.resourceAt(address)?.sources[field?.path ?? ""] ?? change.source;
  const source = written === undefined ? {} : { source: written };
  const about = field === undefined ? name : `${name}, ${field.path}`;
  const message = `policy ${about}: ${policy.message.trim().replace(/\.$/, "")}`;
  if (severity === "warn")
    return [{ address, message, diagnostic: warning(`${address}: ${message}`, source) }];
  return [{ address, message, policy: name, ...way, ...source }];
}

function warning(message: string, more: Pick<Diagnostic, "source">): Diagnostic {
  return { code: "DF6002", severity: "warning", message, ...more };
}
