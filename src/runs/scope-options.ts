import type { PlanScope } from "./make-plan.ts";

/** Options of commands that plan for some addresses, and let guards pass. */
export interface ScopeOptions {
  readonly target?: readonly string[];
  readonly allowDeletes?: number;
  readonly allowEmpty?: boolean;
  readonly allowExposure?: boolean;
  readonly allowOwnerless?: boolean;
  readonly allowAccess?: boolean;
  readonly allowRemovals?: boolean;
  readonly approve?: readonly string[];
  /** Another token applies the plan. No option: a command for pipelines knows it. */
  readonly otherToken?: boolean;
  /** The author of the pull request, for policies. No option, either. */
  readonly author?: string;
}

/** The scope of a plan from the options. */
export function scopeOf(options: ScopeOptions): PlanScope {
  const {
    target,
    allowDeletes,
    allowEmpty,
    allowExposure,
    allowOwnerless,
    allowAccess,
    allowRemovals,
    approve,
    otherToken = false,
  } = options;
  return {
    ...(target === undefined ? {} : { targets: target }),
    allowed: {
      ...(allowDeletes === undefined ? {} : { deletes: allowDeletes }),
      empty: allowEmpty === true,
      exposure: allowExposure === true,
      ownerless: allowOwnerless === true,
      access: allowAccess === true,
      removals: allowRemovals === true,
      ...(otherToken ? { permissions: true } : {}),
      ...(approve === undefined ? {} : { approved: approve }),
    },
  };
}
