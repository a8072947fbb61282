import type { Address } from "../../model/address.ts";
import { writtenIn } from "../load/context.ts";
import type { Project } from "../load/load-project.ts";
import { isInterpolated, scalarsOf } from "../read/tree.ts";

/**
 * Is all of the value of a field put in from elsewhere (`${env:NAME}`)? Then its manifest has no text that another value
 * could take the place of.
 */
export function putIn({ drafts }: Pick<Project, "drafts">): (address: Address, field: string) => boolean {
  const byAddress = new Map(drafts.map((draft) => [draft.resource.address, draft]));
  return (address, field) => {
    const draft = byAddress.get(address);
    const written = draft === undefined ? undefined : writtenIn(draft, field);
    const scalars = written === undefined ? [] : scalarsOf(written);
    return scalars.length > 0 && scalars.every(isInterpolated);
  };
}
