import type { Json, JsonObject } from "../text/json.ts";
import type { Field } from "./field.ts";
import type {
  KindOperations,
  Makes,
  Processing,
  SeedTraits,
  SequenceTraits,
  Task,
  TreeTraits,
} from "./kind-traits.ts";

/**
 * How the engines treat a kind; they switch on this and on nothing else of it.
 * `singleton`: there is exactly one in its parent. `collection`: any number, in no order.
 * `sequence`: any number, in an order that is part of the desired state. A `collection` with the traits of a tree
 * stands in an ordered tree, which says its order where it wants one.
 */
export type Shape = "singleton" | "collection" | "sequence";

/** A type of resource, described once: schema, docs, diff, plan and pull come from this. */
export interface Kind {
  readonly name: string;
  /** Key in manifests and segment of addresses: `teams`. */
  readonly plural: string;
  readonly doc: string;
  readonly shape: Shape;
  /** Kind that it stands in; left out: the organization. */
  readonly parent?: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Sets of fields that identify it in its parent when it has no id, in the order they are tried. */
  readonly naturalKeys: readonly (readonly string[])[];
  /** The field that the map key stands for, when it is not written. */
  readonly keyField?: string;
  /** Fields that a create needs. */
  readonly required: readonly string[];
  /** Path parameter that names one of it, and where its value is in an answer. */
  readonly idParam: string;
  readonly idPointer?: string;
  readonly operations: KindOperations;
  readonly sequence?: SequenceTraits;
  readonly tree?: TreeTraits;
  /** Why it cannot be created, and what to do instead; shown for a blocked change. */
  readonly notCreatable?: string;
  /** Why it cannot be deleted, and what to do instead; shown for a blocked change. */
  readonly notDeletable?: string;
  /** Of a singleton: there may be none, which its read answers with 404. */
  readonly mayBeMissing?: true;
  /** Work that the platform does by itself with what it is given. */
  readonly processing?: Processing;
  /** Work of its own that is started only when it is asked for. */
  readonly task?: Task;
  /** What the platform makes for it. */
  readonly makes?: Makes;
  /** What a person calls a live one. */
  readonly label: (answer: JsonObject) => string;
  /**
   * Where a live one says who uses it, or how much is in it: fields, or JSON pointers into its answer. A delete that was
   * reviewed rests on that too.
   */
  readonly inUse?: readonly string[];
  /** Can a deleted one be brought back? */
  readonly reversible?: true;
  readonly seed: SeedTraits;
  /** Warnings that a change carries. They repeat no value that is written: it may be one that is not shown. */
  readonly risks?: (change: RiskInput) => readonly Risk[];
  /** What a token needs for its calls. */
  readonly permissions?: Readonly<Partial<Record<RiskInput["action"], Permission>>>;
  /** A whole example, as written under one key. */
  readonly example: JsonObject;
}

/** What a kind sees of a change when it says what is risky about it. */
export interface RiskInput {
  readonly action: "create" | "update" | "delete";
  readonly before?: JsonObject;
  readonly after: Readonly<Record<string, Json | undefined>>;
}

/** A warning that a change carries. */
export interface Risk {
  readonly text: string;
  /** Afterwards more people can see or reach something. */
  readonly exposes?: true;
}

/** One of the `permissions` of an answer, which tell what the caller may do (2.1). */
export interface Permission {
  /** Kind of the object whose permission it is: its own, that of its parent, or that of the organization. */
  readonly of: string;
  readonly name: string;
}

/** Identity that keeps the literal type of a definition while checking it. */
export function defineKind<const K extends Kind>(kind: K): K & Kind {
  return kind;
}
