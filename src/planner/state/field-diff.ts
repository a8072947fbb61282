import type { FieldChange } from "../../model/documents/plan-document.ts";
import type { Field } from "../../model/field.ts";
import type { Json } from "../../text/json.ts";

/** A written field that is not as it should be, or the whole of a resource that is yet to be. */
export interface FieldDiff {
  readonly name: string;
  readonly field: Field;
  /** The value in the body of a call. */
  readonly value: Json;
  readonly change: FieldChange;
  /** Key of the object that the live value refers to, when this call ends that. */
  readonly released?: string;
  /** Why it is sent, when nothing that can be read says so. */
  readonly reason?: string;
  /** Set when it cannot be done: why not. */
  readonly blocked?: string;
}
