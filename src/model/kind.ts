import type { Edition } from "../contract/edition.ts";
import type { Operation } from "../contract/operation.ts";
import type { Json, JsonObject } from "../text/json.ts";
import type { OnePieces } from "../text/partial-json.ts";
import type { Field } from "./field.ts";
import type { Opening } from "./opening.ts";
import type { SequenceTraits } from "./traits/sequence-traits.ts";
import type { TreeTraits } from "./traits/tree-traits.ts";

/**
 * How the engines treat a kind; they switch on this and on nothing else of it. `singleton`: there is exactly one in its
 * parent. `collection`: any number, in no order. `sequence`: any number, in an order that is part of the desired state.
 * A `collection` with the traits of a tree is in an ordered tree, whose order may be declared.
 */
export type Shape = "singleton" | "collection" | "sequence";

/** A type of resource, described once: schema, docs, diff, plan and pull come from this. */
export interface Kind {
  readonly name: string;
  /** Key in manifests and segment of addresses: `teams`. */
  readonly plural: string;
  readonly doc: string;
  readonly shape: Shape;
  /** Kind of its parent; left out: the organization. */
  readonly parent?: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Sets of fields that identify it in its parent when it has no id, in the order they are tried. */
  readonly naturalKeys: readonly (readonly string[])[];
  /** The field whose value is the map key, when it is not written. */
  readonly keyField?: string;
  /** Fields that a create needs. */
  readonly required: readonly string[];
  /** Path parameter that names one of it, and where its value is in an answer. */
  readonly idParam: string;
  readonly idPointer?: string;
  /** Where an answer says that something else writes the items of its structure, and why docform leaves them then. */
  readonly structureKeptAt?: { readonly pointer: string; readonly reason: string };
  /** Where the answer of its parent says how many there are. */
  readonly countedAt?: string;
  readonly operations: KindOperations;
  readonly sequence?: SequenceTraits;
  readonly tree?: TreeTraits;
  /** Why it cannot be created, and what to do instead; shown for a blocked change. */
  readonly notCreatable?: string;
  /** It comes by itself, as a person who accepts an invitation: until then, what is declared waits. */
  readonly comesByItself?: true;
  /** One that is not there is asked to come by a call that makes none: it is waited for then. */
  readonly invitation?: Invitation;
  /** Tells which of them the caller is, so that a plan does not lock them out. */
  readonly caller?: Operation;
  /** Does it sign in by single sign-on? Then `exact` leaves it alone, and only `exact-with-sso` does not. */
  readonly signsInBySso?: (answer: JsonObject) => boolean;
  /** Why it cannot be deleted, and what to do instead; shown for a blocked change. */
  readonly notDeletable?: string;
  /**
   * One leads visitors on from a path of its parent: its fields with the path (`/old`, or `/old/*` for everything below),
   * with the place to which it leads, and whether the part that the star means is appended.
   */
  readonly leadsOn?: { readonly source: string; readonly to: string; readonly captures: string };
  /** Of a singleton: there may be none, which its read answers with 404. */
  readonly mayBeMissing?: true;
  /** Of a singleton: does it do anything in this parent? A pull leaves out one that does nothing, unless it is full. */
  readonly mattersIn?: (parent: JsonObject) => boolean;
  /** Work that the platform does by itself with what it is given. */
  readonly processing?: Processing;
  /** Work of its own that is started only when it is asked for. */
  readonly task?: Task;
  /** The object that the platform makes for it. */
  readonly makes?: Makes;
  /** The name of a live one for people. */
  readonly label: (answer: JsonObject) => string;
  /**
   * Where a live one says who uses it, or how much is in it: fields, or JSON pointers into its answer. A delete that was
   * reviewed rests on that too.
   */
  readonly inUse?: readonly string[];
  /** People see or may do something because it is there: one that appears or goes by hand is urgent. */
  readonly access?: true;
  /** Can a deleted one be brought back? */
  readonly reversible?: true;
  readonly seed: SeedTraits;
  /** Warnings that a change carries. They repeat no value that is written: it may be one that is not shown. */
  readonly risks?: (change: RiskInput) => readonly Risk[];
  /** The values that open something to more people. */
  readonly opens?: readonly Opening[];
  /** The permission that a token needs for each action. */
  readonly permissions?: Readonly<Partial<Record<RiskInput["action"], Permission>>>;
  /** A whole example, as written under one key. */
  readonly example: JsonObject;
  /** The editions that have it; all of them, when left out. */
  readonly editions?: readonly Edition[];
  /**
   * Where an edition differs from the reference: each trait replaces the one above, fields are added or replaced. A
   * trait that does not apply there is undefined. Engines never see this: `kindsOf(edition)` resolves it.
   */
  readonly differences?: Readonly<Partial<Record<Edition, KindDifferences>>>;
}

/** The traits of a kind that an edition has otherwise. */
type KindDifferences = {
  readonly [Trait in Exclude<keyof Kind, "name" | "plural" | "differences" | "editions">]?:
    | Kind[Trait]
    | undefined;
};

/** A change, as the risks of a kind see it. */
export interface RiskInput {
  readonly action: "create" | "update" | "delete";
  readonly before?: JsonObject;
  readonly after: Readonly<Record<string, Json | undefined>>;
}

/** A warning that a change carries. */
export interface Risk {
  readonly text: string;
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

/** Work that the platform does by itself after a call, and how to see that it has ended (A30, A36). */
interface Processing {
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
  /** The next step of a person when it went wrong. */
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

/** An object that the platform makes for a resource by itself, and deletes with it. */
export interface Makes {
  readonly kind: string;
  /** Id of what is made, in the answer of what it is made for; undefined as long as nothing is known. */
  readonly id: (answer: JsonObject) => string | undefined;
  /** Can it have been made for this, which does not say yet what is? */
  readonly canBe: (made: JsonObject, answer: JsonObject) => boolean;
}

/** The operations of a kind; what is left out cannot be done. */
interface KindOperations {
  /** Lists all of it in its parent (or reads the one, for a singleton). */
  readonly read: Operation;
  /** Reads one by its id. */
  readonly find?: Operation;
  readonly create?: Operation;
  /** Each create says this, since nothing tells what the platform takes where a body leaves it out. */
  readonly createSays?: JsonObject;
  /** Each field is sent by the first of these whose body takes it. */
  readonly update?: readonly Operation[];
  readonly delete?: Operation;
  /**
   * Its create and update replace all of it: what is read just before goes back with the changes laid over it, without
   * the keys that are only answered. A value under one of the `pieces` is replaced, not laid over.
   */
  readonly wholeBody?: { readonly without: readonly string[]; readonly pieces: OnePieces };
  /** Creates, updates and deletes of it go as items of one call, with others of its parent. */
  readonly shared?: {
    readonly operation: Operation;
    /** The item of a create (a body), an update (a body, and the answer before) or a delete (the answer before). */
    readonly item: (deed: {
      readonly body?: JsonObject;
      readonly before?: JsonObject | undefined;
    }) => JsonObject;
  };
}

/** How somebody who is not there is asked to come. Nothing that can be read says who is asked (G2). */
interface Invitation {
  /** The call. It reaches a person, so its class of repetition is `never`. */
  readonly operation: Operation;
  /** The body that asks one person, of declared values. */
  readonly body: (whom: string, values: Readonly<Record<string, Json | undefined>>) => JsonObject;
  /** The person whom a body asks, by the name that manifests use. */
  readonly whom: (body: JsonObject) => string | undefined;
  /** A warning of the effects on people and on the bill. */
  readonly risk: string;
}

/**
 * How a live one becomes part of a seed of the embedded platform (docs/reference/seed.md), so that a plan can be
 * rehearsed on the live state. Its fields go in as they were read; the fields of a singleton become fields of its
 * parent.
 */
interface SeedTraits {
  /** Key of its list in the seed of its parent. An item of a sequence is in the list that its container `holds`. */
  readonly list?: string;
  /** Key of its list of sequence items, in order. */
  readonly holds?: string;
  /** Keys of fields that the seed calls otherwise; null leaves one out. */
  readonly keys?: Readonly<Record<string, string | null>>;
  /**
   * Of a kind in the ordered tree of an organization (A18): the field that names its parent. One that `nests` has its
   * children of the same kind in its own list, and an `order` of all its children.
   */
  readonly tree?: { readonly parent: string; readonly nests?: true };
  /** More entries for the seed than the fields; `isRead`: is an object of a kind and id in the live state? */
  readonly also?: (answer: JsonObject, isRead: (kind: string, id: string) => boolean) => JsonObject;
}
