import type { Json } from "../text/json.ts";
import type { Address } from "./address.ts";
import type { Source } from "./diagnostic.ts";

/**
 * `listed`: what is not declared stays and is reported. `exact`: what is not declared goes, but who signs in by
 * single sign-on stays, as the identity provider adds and removes them. `exact-with-sso`: they go, too.
 */
export type Manage = "listed" | "exact" | "exact-with-sso";

/** An item of an order: a resource of the kind by its key, or any object of the kind by `id:…`. */
export interface OrderItem {
  readonly kind: string;
  readonly name: string;
  readonly source: Source;
}

/**
 * One declared resource, after interpolation and checks. References in `values` are still as written: a key,
 * or `id:…`. A field that is not written is not in `values`; `null` clears.
 */
export interface DesiredResource {
  readonly address: Address;
  readonly kind: string;
  readonly key: string;
  /** Alias of its organization. */
  readonly organization: string;
  /** Its parent; left out for resources of the organization itself. */
  readonly parent?: Address | undefined;
  /** Of a sequence kind: the resource that holds it, when that is not the parent (a group, a section). */
  readonly container?: Address | undefined;
  /** Of a sequence kind: its place among all the items of its container, from 0. */
  readonly index?: number | undefined;
  readonly values: Readonly<Record<string, Json>>;
  /** Fields whose value must not be shown: sensitive by kind, or taken from the environment. */
  readonly sensitive: readonly string[];
  readonly id?: string | undefined;
  readonly previously: readonly string[];
  readonly absent: boolean;
  /**
   * Of an absent one that no manifest declares: who asks for its delete. A person names its address, or docform.yaml says
   * `prune: created`.
   */
  readonly pruned?: "by name" | "by setting" | undefined;
  readonly protect: boolean;
  readonly ignore: readonly string[];
  /**
   * The declared collections in it, by plural name (`shareLinks`), by `structure` for its sequence, or by the name of a
   * membership field. A collection that is not here is not managed.
   */
  readonly manage: Readonly<Record<string, Manage>>;
  /** Of a kind of the tree that holds others: the wanted relative order of its children. */
  readonly order?: readonly OrderItem[] | undefined;
  readonly source: Source;
  /** Position of each written field: `title`, and `members.ana@acme.example` or `manage.shareLinks` inside a map. */
  readonly sources: Readonly<Record<string, Source>>;
}

/** One organization with manifests. */
export interface DesiredOrganization {
  readonly alias: string;
  readonly id: string;
  /** Where docform.yaml names it. */
  readonly source: Source;
  /** The collections of the organization that are declared, by plural name. */
  readonly manage: Readonly<Record<string, Manage>>;
  /** Where manifests say how a collection is managed, by plural name. */
  readonly manageSources: Readonly<Record<string, Source>>;
  /** The wanted relative order of the root of its tree. */
  readonly order?: readonly OrderItem[];
  /** Where manifests write its collections, what there is only one of, and the order of its root: each key of each file. */
  readonly sources?: Readonly<Record<string, readonly Source[]>>;
}

/**
 * The resources that a project may manage, as `scope` of docform.yaml lists them: a kind (`members`), one resource of an
 * organization (`sites.dev`), or those whose key begins so (`teams.docs-*`). Undefined is everything.
 */
export type Scope = readonly string[] | undefined;

/** A project that has a name: the name, and what it may manage. */
export interface ProjectScope {
  readonly project: string;
  readonly patterns: Scope;
}

/** The declarations of the manifests of a project, in the order of addresses. */
export interface Desired {
  readonly organizations: readonly DesiredOrganization[];
  readonly resources: readonly DesiredResource[];
  /** Id of every organization of docform.yaml by its alias, also of those without manifests. */
  readonly organizationIds?: Readonly<Record<string, string>>;
  /** The name of the project, and what it may manage; left out for a project without a name. */
  readonly scope?: ProjectScope;
}
