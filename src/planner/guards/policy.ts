import { type Address, withComparablePerson } from "../../model/address.ts";
import type { Diagnostic } from "../../model/diagnostic.ts";
import type { Change, ChangeAction, FieldChange } from "../../model/documents/plan-document.ts";
import type { Json } from "../../text/json.ts";
import type { ChangedResource } from "./changed-resource.ts";
import { withComparableEmails } from "./comparable-emails.ts";

/** The subject of a policy: a change, or one field of it, with the declared and live values. */
export interface PolicySubject extends ChangedResource {
  readonly change: {
    readonly kind: string;
    readonly action: ChangeAction;
    readonly address: Address;
    /** Path of the field; empty when the policy is asked about the change as a whole. */
    readonly field: string;
    /** Null when there is none, and when it must not be shown. */
    readonly before: Json;
    readonly after: Json;
  };
}

/** The changes that a policy is asked about; a part that is left out fits all. */
export interface PolicyScope {
  readonly kinds?: readonly string[] | undefined;
  readonly actions?: readonly ChangeAction[] | undefined;
  /** With it, the policy is asked about each changed field that fits. */
  readonly fields?: readonly string[] | undefined;
}

/** A rule of the project, as a function of data. */
export interface Policy {
  readonly name: string;
  /** `error` holds the plan; `ask` holds it until the rule is approved; `warn` only says so. */
  readonly severity: "error" | "warn" | "ask";
  readonly scope: PolicyScope;
  readonly message: string;
  /** Does it hold? Or why that cannot be said: an error ends the plan, a warning holds it. */
  readonly holds: (subject: PolicySubject) => boolean | Diagnostic;
}

/** The fields of a change that a policy is asked about; undefined stands for the change as a whole. */
export function fieldsAsked(
  { kinds, actions, fields }: PolicyScope,
  change: Pick<Change, "kind" | "action" | "fields">,
): readonly (FieldChange | undefined)[] {
  if (kinds?.includes(change.kind) === false || actions?.includes(change.action) === false) return [];
  if (fields === undefined) return [undefined];
  const asked = fields.map(withComparablePerson);
  const isAsked = ({ path }: FieldChange): boolean => {
    const plain = withComparablePerson(path);
    return asked.some((field) => plain === field || plain.startsWith(`${field}.`));
  };
  return (change.fields ?? []).filter(isAsked);
}

/**
 * The subject of a change, or of one field of it. Values that must not be shown are null. Emails are in lower case
 * everywhere: the same person is the same text, whoever wrote it.
 */
export function subjectOf(
  { kind, action, address }: Pick<Change, "kind" | "action" | "address">,
  field: FieldChange | undefined,
  resource: ChangedResource,
): PolicySubject {
  const { path = "", before = null, after = null } = field ?? {};
  const place = { address: withComparablePerson(address), field: withComparablePerson(path) };
  const values = { before: withComparableEmails(before), after: withComparableEmails(after) };
  return { change: { kind, action, ...place, ...values }, ...resource };
}
