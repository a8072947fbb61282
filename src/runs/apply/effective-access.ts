import type { ApplySummary } from "../../model/apply-event.ts";
import type { PlanDocument } from "../../model/documents/plan-document.ts";
import type { KindIndex } from "../../model/kind-index.ts";
import type { Live } from "../../model/live.ts";
import type { Reader } from "../../refresh/reader.ts";
import { readEffective, touchedAccess } from "../../refresh/touched-access.ts";
import { compareNames } from "../../text/compare-names.ts";

type AccessChange = NonNullable<ApplySummary["access"]>[number];

/** The role of each person by all rules, by the address of the owner. */
type Effective = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Reads the roles that all rules give at the owners whose access a plan changes. Undefined where that could not be
 * read: it is told beside the run, and is no reason to fail.
 */
export async function readTouched(
  reader: Reader,
  plan: Pick<PlanDocument, "changes" | "organizations">,
  { resources }: Live,
  kinds: KindIndex,
): Promise<Effective | undefined> {
  const touched = touchedAccess(plan, resources, kinds, (name, { levels = [] }) => [name, ...levels]);
  const reads = touched.map(async (owner) => {
    const people = await readEffective(reader, owner, plan.organizations[owner.live.organization] ?? "");
    return [owner.address, new Map(people.map(({ name, role }) => [name, role]))] as const;
  });
  return Promise.all(reads).then(
    (read) => new Map(read),
    () => undefined,
  );
}

/** The people who really gained or lost something: the differences of what the platform said before and after. */
export function accessChanged(before: Effective, after: Effective): readonly AccessChange[] {
  return [...after].flatMap(([address, now]) => {
    const was = before.get(address) ?? new Map<string, string>();
    const people = [...new Set([...was.keys(), ...now.keys()])].sort(compareNames);
    return people.flatMap((person): AccessChange[] => {
      const [had, has] = [was.get(person), now.get(person)];
      if (had === has) return [];
      return [
        {
          address,
          person,
          ...(had === undefined ? {} : { before: had }),
          ...(has === undefined ? {} : { after: has }),
        },
      ];
    });
  });
}
