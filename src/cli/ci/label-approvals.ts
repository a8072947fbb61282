import { approvedBy } from "../../ci/approvals.ts";
import type { Io } from "../../io/io.ts";
import { readPolicies } from "../../project/policies.ts";
import type { PullRequest } from "../../service/service.ts";
import type { ScopeOptions } from "../program/options.ts";

/** The rules that the command line and the labels of a pull request approve, as an option of a plan. */
export async function withLabels<T extends ScopeOptions & { readonly directory: string }>(
  io: Io,
  options: T,
  pull: PullRequest | undefined,
): Promise<T> {
  if (pull === undefined || pull.labels.length === 0) return options;
  const { rules } = await readPolicies(io, options);
  const asking = rules.filter(({ severity }) => severity === "ask").map(({ name }) => name);
  const approve = [...(options.approve ?? []), ...approvedBy(pull.labels, asking)];
  return approve.length === 0 ? options : { ...options, approve };
}
