import type { z } from "zod";
import type { Edition } from "../contract/edition.ts";
import type { Operation } from "../contract/operation.ts";
import type { Json, JsonObject } from "../text/json.ts";
import type { OnePieces } from "../text/partial-json.ts";
import type { Membership } from "./membership.ts";

/** A field of a kind; parts that are left out do not apply. */
export interface Field {
  /** One value as a person writes it, without null. */
  readonly schema: z.ZodType;
  /** One sentence for editors and docs. */
  readonly doc: string;
  /** The meaning of each value that it allows, for editors. Of a map: of the values in it. */
  readonly values?: Readonly<Record<string, string>>;
  /** Name in bodies and answers, when it is not the field's own. Fields of one name are parts of one object. */
  readonly api?: string;
  /** The live value in an answer, comparable with what is written; default: the value under the API name. */
  readonly read?: (answer: JsonObject) => Json | undefined;
  /** The body value for what is written (for a reference: for the id), when it is not the same. */
  readonly write?: (value: Json) => Json;
  /** Kind whose key the value names; `id:…` names something outside the manifests. */
  readonly refersTo?: string;
  /** The value names resources somewhere inside it: the people that a rule asks for. */
  readonly names?: NamesInside;
  /**
   * Kinds of which the value may name one in the parent, by its address there: `sections.api`. The live value is a kind
   * and an id: `section:ss_1`. All that has a colon names nothing declared.
   */
  readonly refersInParent?: readonly string[];
  /** The value names a child of the resource; the live value is the child that is marked as the default. */
  readonly defaultChild?: string;
  /** null is allowed, and clears the field on the platform, unless `nullMeans` says what else it is. */
  readonly clearable?: true;
  /** The meaning of null, where it is a value of its own and not the same as no value (2.1). */
  readonly nullMeans?: string;
  /** It decides who may see or do something: when it drifts, that is urgent. */
  readonly access?: true;
  /** The role that somebody in the organization has to have, such as `admin`: guards count who has it. */
  readonly adminRole?: Json;
  /** Is this a member who cannot use the role (disabled), so that guards do not count them? */
  readonly isIdle?: (answer: JsonObject) => boolean;
  /** Never shown, only hashed. */
  readonly sensitive?: true;
  /** The order of the list means nothing, nor does an item that is there twice. */
  readonly set?: true;
  /** Form in which both sides are compared, when it is not the value itself. */
  readonly normalize?: (value: Json) => Json;
  /**
   * Unique among the items of a container, so that swaps go through a temporary value (A23). The platform makes
   * the first value itself, from another field; one that is made from none begins without a value. When one in an
   * address changes, links of visitors break, unless the platform leads on from a former one (`formerLeadsOn`).
   */
  readonly unique?: {
    readonly madeFrom?: string;
    readonly inAddress?: true;
    readonly formerLeadsOn?: true;
  };
  /** The value of a new one, where its create does not take the field. */
  readonly initial?: Json;
  /** The value of a new one whose create leaves the field out: for docs, and held by a test. */
  readonly whenNew?: Json;
  /** The value that the platform sets by itself, where docform does not create it: a pull leaves it out. */
  readonly usual?: Json;
  /** Only the parts that are written are compared and changed. A value under one of these keys is one part. */
  readonly partial?: OnePieces;
  /** A platform may answer well and not keep it: why, for people. Then it is sent again only when something changes (G4). */
  readonly mayBeDropped?: string;
  /** Cannot change once created; a different value is blocked, with this as the reason. */
  readonly fixed?: string;
  /** Some of its values cannot be read back: whether one is, and why, for people. */
  readonly unverifiable?: { readonly holds: (value: Json) => boolean; readonly reason: string };
  /** With `fixed`: a different value means another resource, so the old one is deleted and a new one created. */
  readonly replaces?: true;
  /** The value is read by a call of its own, where a manifest declares it. Its parts are the body of the call that changes it. */
  readonly ownCalls?: { readonly read: Operation; readonly update: Operation };
  /** Turned on and off by operations of its own; where nothing turns it off, `off` is the reason to give. */
  readonly switched?: {
    readonly on: Operation;
    readonly off: Operation | string;
    /** Turning it on goes after everything else in the resource. */
    readonly last?: true;
    /** The field that says whom turning it on opens the resource to. */
    readonly opensTo?: string;
  };
  /**
   * The part of the tree that the value names: `parent` (null: the root); `copy` and `template`, the original or the
   * template of a new one, which mean nothing once it exists; `transfer`, the organization that it goes to.
   */
  readonly tree?: "parent" | "copy" | "template" | "transfer";
  /** The entries in it, with their roles. */
  readonly membership?: Membership;
  /**
   * A setting of docform alone, of which the platform knows nothing. When it is true, docform looks after the children of
   * this plural, also where no manifest declares them.
   */
  readonly looksAfter?: string;
  /** The editions that have it; all of them, when left out. */
  readonly editions?: readonly Edition[];
}

/** Names inside a value: a natural key (or an id) as a person writes them, an id as the API takes them. */
export interface NamesInside {
  /** Kind of what is named. */
  readonly kind: string;
  /** The value with each of its names replaced. */
  readonly rename: (value: Json, rename: (name: string) => string) => Json;
  /** Why a name that nothing has cannot be sent. */
  readonly stranger: string;
}
