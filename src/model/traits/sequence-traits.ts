import type { Operation } from "../../contract/operation.ts";
import type { Json, JsonObject } from "../../text/json.ts";

/** How items of a `sequence` kind are placed in their containers. */
export interface SequenceTraits {
  /** The key that marks an item of the kind in a list: `- section: guides`. */
  readonly itemKey: string;
  /** The key under which a container lists only this kind: `sections`. */
  readonly childrenKey: string;
  /** Its address continues that of its parent (and stays when it changes container), or that of its container. */
  readonly addressIn: "parent" | "container";
  /** Kinds of its containers; it may also be at the root of its parent. */
  readonly containers: readonly string[];
  /** Its parent takes one only while it has one of this kind: an external link needs a section. */
  readonly needs?: string;
  /** One that is in another of its kind holds none of its kind. */
  readonly nestsOnce?: true;
  /** Id of its container in an answer; undefined at the root. */
  readonly containerOf: (answer: JsonObject) => string | undefined;
  /** Its place among all items of its parent, in an answer, where that says it (`shownWhole`). */
  readonly placeOf?: (answer: JsonObject) => number | undefined;
  /** Reads it with all items of its parent by one call, instead of its own list; `items` finds those of the kind. */
  readonly shownWhole?: {
    readonly read: Operation;
    readonly items: (answer: JsonObject) => readonly JsonObject[];
  };
  /** Create puts it into its container by this body field; without it, create puts it at the root. */
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
   * The first one wraps the items of this kind at the root of its parent in one more, which comes before it and has the
   * title of the parent (A21); the pointer leads to the wrapped items.
   */
  readonly wraps?: { readonly kind: string; readonly pointer: string };
  /**
   * Moves it next to a sibling, which may be of another kind. Without it, nothing moves it: it is a fixed point, and its
   * place cannot be seen while it is empty.
   */
  readonly move?: {
    readonly operation: Operation;
    /** How a body names one of the kind: as the sibling that another one moves next to. */
    readonly anchor: (id: Json) => JsonObject;
    /** The body field that names the one that moves, in the same form; without it, the path names it. */
    readonly item?: string;
  };
  /** Moves it to the end of a container, by the container's own operation. */
  readonly append?: { readonly operation: Operation; readonly body: string };
  /**
   * Moves it to the end of a container by its own update, whose body field takes the id of the container, or null for the
   * root. It then moves among the items of its container only.
   */
  readonly reparent?: { readonly operation: Operation; readonly body: string };
  /**
   * The parent's create takes those at its root by this body field, as the values of the given field. Its
   * answer does not name them: they are found in the list by the value at the pointer.
   */
  readonly createdWithParent?: { readonly body: string; readonly field: string; readonly pointer: string };
}
