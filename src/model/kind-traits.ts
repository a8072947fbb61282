import type { Operation } from "../contract/operation.ts";
import type { Json, JsonObject } from "../text/json.ts";

/** How items of a `sequence` kind stand in their containers. */
export interface SequenceTraits {
  /** The key that marks an item of the kind in a list: `- section: guides`. */
  readonly itemKey: string;
  /** The key under which a container lists only this kind: `sections`. */
  readonly childrenKey: string;
  /** Its address stands in that of its parent (it keeps it when it changes container), or of its container. */
  readonly addressIn: "parent" | "container";
  /** Kinds that may hold it, besides the parent itself (the root). */
  readonly containers: readonly string[];
  /** Id of its container in an answer; undefined at the root. */
  readonly containerOf: (answer: JsonObject) => string | undefined;
  /** Create puts it into its container by this body field; without it, creates stand at the root. */
  readonly containerBody?: string;
  /** Create carries existing items of this kind by this body field. */
  readonly carries?: { readonly kind: string; readonly body: string };
  /** Create needs the first item of this kind, by this body field; the answer has its id at the pointer. */
  readonly firstChild?: {
    readonly kind: string;
    readonly body: string;
    /** Field of the child whose value the body field takes. */
    readonly field: string;
    readonly pointer: string;
  };
  /**
   * The first one wraps what stands at the root of its parent, of this kind, in one more that comes before it and
   * has the title of the parent (A21); what is wrapped is listed at the pointer.
   */
  readonly wraps?: { readonly kind: string; readonly pointer: string };
  /** Moves it next to a sibling. Without it, nothing moves it: it is a fixed point. */
  readonly move?: { readonly operation: Operation; readonly anchor: (id: Json) => JsonObject };
  /** Moves it to the end of a container, by the container's own operation. */
  readonly append?: { readonly operation: Operation; readonly body: string };
  /**
   * The parent's create takes those at its root by this body field, as the values of the given field. Its
   * answer does not name them: they are found in the list by the value at the pointer.
   */
  readonly createdWithParent?: { readonly body: string; readonly field: string; readonly pointer: string };
}

/** Work that the platform does by itself after a call, and how to see that it has ended (A30, A36). */
export interface Processing {
  /** The field whose sending starts it. */
  readonly startedBy: string;
  /** Reads one resource; everything below is found in its answer. */
  readonly read: Operation;
  /** Pointer to the state, and the states in which it goes on; in any other it has ended (A8). */
  readonly state: string;
  readonly running: readonly string[];
  /** Pointers to what is another one once another value was processed, also where that cannot be read back. */
  readonly latest: readonly string[];
  /** Pointers to a list of problems with messages, and to a code, which are there when it went wrong. */
  readonly problems: string;
  readonly code: string;
  /** What a person can do when it went wrong. */
  readonly next: string;
}

/** Work that one call starts on a resource. */
export interface Task {
  readonly operation: Operation;
  /** The option that asks for it, and its name in a plan: `run`. */
  readonly name: string;
  /** A new one does it by itself. */
  readonly isPartOfCreate: boolean;
  /** Where an answer says how far the last run is, in which states it has ended, and how many have (A36). */
  readonly seen: { readonly state: string; readonly ended: readonly string[]; readonly count: string };
}

/** What the platform makes for a resource by itself: it belongs to that, as long as that is there. */
export interface Makes {
  readonly kind: string;
  /** Id of what is made, in the answer of what it is made for; undefined as long as nothing is known. */
  readonly id: (answer: JsonObject) => string | undefined;
  /** Can it have been made for this, which does not say yet what is? */
  readonly canBe: (made: JsonObject, answer: JsonObject) => boolean;
}

/** How a kind stands in the ordered tree of an organization, which it shares with others (A18). */
export interface TreeTraits {
  /** The key that marks one in an order: `- space: quickstart`. */
  readonly itemKey: string;
  /** Others stand in it, and it says in which order. */
  readonly holds?: true;
  readonly move: { readonly operation: Operation; readonly anchor: (id: Json) => JsonObject };
  /** Makes a copy, at the end of where the original stands (A16). */
  readonly copy?: Operation;
  /** What the platform calls a copy of something that is called so (A16). */
  readonly copyName?: (original: string) => string;
  /** Brings back a deleted one, which `find` still answers for a while (A17). */
  readonly restore?: {
    readonly operation: Operation;
    readonly find: Operation;
    /** Where the answer of a deleted one says since when. */
    readonly deletedAt: string;
  };
  /** Brings it to the end of another organization's root, with all that stands in it (A20). */
  readonly transfer: { readonly operation: Operation; readonly body: string };
  /** Where an answer says that something shows it, which perhaps nobody has declared; with what then happens. */
  readonly shown?: { readonly at: string; readonly risk: string };
}

/** The operations of a kind; what is left out cannot be done. */
export interface KindOperations {
  /** Lists all of it in its parent (or reads the one, for a singleton). */
  readonly read: Operation;
  readonly create?: Operation;
  /** Each field is sent by the first of these whose body takes it. */
  readonly update?: readonly Operation[];
  readonly delete?: Operation;
}

/**
 * How a live one becomes part of a seed of the embedded platform (docs/reference/seed.md), so that a plan can be rehearsed
 * on what was read. Its fields go in as they were read; a singleton's are those of what it stands in.
 */
export interface SeedTraits {
  /** Key of its list in the seed of what it stands in. An item of a sequence stands where its container `holds` it. */
  readonly list?: string;
  /** Key of the list of items of a sequence that stand in it, in order. */
  readonly holds?: string;
  /** Keys of fields that the seed calls otherwise; null leaves one out. */
  readonly keys?: Readonly<Record<string, string | null>>;
  /**
   * Of what stands in the ordered tree of an organization (A18): the field that names what it stands in. One that
   * `nests` has its like in its own list, and an `order` of all that stands in it.
   */
  readonly tree?: { readonly holder: string; readonly nests?: true };
  /** What the seed takes beside the fields; `isRead`: is there one of a kind and id among what was read? */
  readonly also?: (answer: JsonObject, isRead: (kind: string, id: string) => boolean) => JsonObject;
}
