import type { Io } from "../io/io.ts";
import { readPolicies } from "../project/policies.ts";
import type { PlanOptions } from "../runs/plan-project.ts";
import type { ScopeOptions } from "../runs/scope-options.ts";
import type { Allowed } from "./texts/allowed.ts";

/**
 * Options, with those that labels or a review add. A rule that is gone, or that does not ask, is left out: a
 * label for another project lets nothing pass, and is no reason to fail. So is an address to prune that names nothing.
 */
export async function withAllowed<T extends ScopeOptions & { readonly directory: string }>(
  io: Io,
  options: T,
  { approve = [], prune = [], allowRuleChanges: _, ...others }: Allowed,
): Promise<T & Pick<PlanOptions, "prune" | "pruneMayBeGone" | "invite">> {
  const { rules } = approve.length === 0 ? { rules: [] } : await readPolicies(io, options);
  const asking = rules.filter(({ severity }) => severity === "ask").map(({ name }) => name);
  const approved = [
    ...new Set([...(options.approve ?? []), ...approve.filter((name) => asking.includes(name))]),
  ];
  return {
    ...others,
    ...options,
    ...(approved.length === 0 ? {} : { approve: approved }),
    ...(prune.length === 0 ? {} : { prune, pruneMayBeGone: true }),
  };
}

/** The options of a plan that let something pass, as its review keeps them. */
export function allowedIn(options: ScopeOptions & Pick<PlanOptions, "prune" | "invite">): Allowed {
  const { allowDeletes, allowEmpty, allowExposure, allowOwnerless, allowAccess, allowRemovals } = options;
  const { approve, prune = [] } = options;
  return {
    ...(allowDeletes === undefined ? {} : { allowDeletes }),
    ...(allowEmpty === true ? { allowEmpty } : {}),
    ...(allowExposure === true ? { allowExposure } : {}),
    ...(allowOwnerless === true ? { allowOwnerless } : {}),
    ...(allowAccess === true ? { allowAccess } : {}),
    ...(allowRemovals === true ? { allowRemovals } : {}),
    ...(options.invite === true ? { invite: options.invite } : {}),
    ...(approve === undefined ? {} : { approve: [...approve] }),
    ...(prune.length === 0 ? {} : { prune: [...prune] }),
  };
}
