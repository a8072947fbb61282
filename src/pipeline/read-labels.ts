import type { PullRequest, Service } from "../service/service.ts";
import { type CountedLabels, countedLabels, labelsForDocform } from "./texts/counted-labels.ts";

/** No label counts. */
export const noLabels: CountedLabels = { counted: [], others: [] };

/** Which labels of a pull request count. One without a label for docform costs no request. */
export async function readLabels(service: Service, pull: PullRequest): Promise<CountedLabels> {
  if (labelsForDocform(pull).length === 0) return noLabels;
  return countedLabels(pull, await service.labelSetters(pull.number));
}
